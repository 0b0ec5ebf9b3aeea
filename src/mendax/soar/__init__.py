"""The real Soar kernel from Python: rules in, working memory kept up to date, commands out."""

from mendax.soar.errors import FunctionError, RuleError, SoarError, Unanswered
from mendax.soar.mind import Answer, Counts, Mind
from mendax.soar.mirror import Tree, Value
from mendax.soar.output import Command, Parameters
from mendax.soar.productions import Learned, Productions
from mendax.soar.reasons import Candidate, Choice
from mendax.soar.rules import Rule, RuleFile
from mendax.soar.settings import Chunking, Indifference, Policy, Selection, Settings
from mendax.soar.warm import WarmMinds

__all__ = [
    "Answer",
    "Candidate",
    "Choice",
    "Chunking",
    "Command",
    "Counts",
    "FunctionError",
    "Indifference",
    "Learned",
    "Mind",
    "Parameters",
    "Policy",
    "Productions",
    "Rule",
    "RuleError",
    "RuleFile",
    "Selection",
    "Settings",
    "SoarError",
    "Tree",
    "Unanswered",
    "Value",
    "WarmMinds",
]
