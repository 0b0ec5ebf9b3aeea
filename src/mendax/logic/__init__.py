"""Multi-agent epistemic logic: formulas, finite models, announcements, event models, and a symbolic form.

>>> model = S5Model.of({"w1": "p", "w2": "p q", "w3": ""}, {"a": ["w1 w2"], "b": ["w2 w3"]})
>>> model.where("Kw{a} p & ~Kw{b} p")
('w2', 'w3')
>>> print(model.check("[! p] K{b} p"))
[! p] K{b} p is true at 3 of 3 worlds
>>> model.announce("p").worlds
('w1', 'w2')
"""

from mendax.logic.actions import (
    ActionModel,
    Event,
    lie,
    private_announcement,
    public_announcement,
    public_assignment,
    shown,
)
from mendax.logic.errors import FormulaError, LogicError
from mendax.logic.formulas import (
    FALSE,
    TRUE,
    AfterAnnouncing,
    AfterEvent,
    And,
    Atom,
    CanAnnounce,
    CanHappen,
    Common,
    Constant,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    Not,
    Or,
    conjunction,
    disjunction,
)
from mendax.logic.model import Model
from mendax.logic.model_files import model_from_json, read_model
from mendax.logic.parser import parse
from mendax.logic.relational import RelationalModel
from mendax.logic.s5 import S5Model
from mendax.logic.symbolic import KnowledgeStructure, World
from mendax.logic.verdict import Reason, Verdict

__all__ = [
    "FALSE",
    "TRUE",
    "ActionModel",
    "AfterAnnouncing",
    "AfterEvent",
    "And",
    "Atom",
    "CanAnnounce",
    "CanHappen",
    "Common",
    "Constant",
    "Distributed",
    "Event",
    "Everyone",
    "Formula",
    "FormulaError",
    "Iff",
    "Implies",
    "KnowledgeStructure",
    "Knows",
    "KnowsWhether",
    "LogicError",
    "Model",
    "Not",
    "Or",
    "Reason",
    "RelationalModel",
    "S5Model",
    "Verdict",
    "World",
    "conjunction",
    "disjunction",
    "lie",
    "model_from_json",
    "parse",
    "private_announcement",
    "public_announcement",
    "public_assignment",
    "read_model",
    "shown",
]
