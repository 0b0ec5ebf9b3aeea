"""The real Soar kernel from Python: rules in, working memory kept up to date, commands out.

An agent is a list of rule files and settings. `show` puts a tree of plain values on its input link, and `run` lets
it decide until its rules put a command on its output link.

>>> from random import Random
>>> rules = RuleFile.of_text('''
...     # Every option is a candidate. The turn is part of it, so that each turn is a new decision.
...     sp {propose*bid
...        (state <s> ^superstate nil ^io.input-link <table>)
...        (<table> ^turn <turn> ^unknown <dice> ^option <option>)
...        (<option> ^count <count> ^face <face>)
...     -->
...        (<s> ^operator <o> +)
...        (<o> ^name bid ^count <count> ^face <face> ^turn <turn>)
...     }
...     # In a tie each candidate is judged by the chance of at least so many of the unknown dice, ones wild.
...     sp {tie*judge*bid
...        (state <s> ^impasse tie ^item <bid> ^superstate.io.input-link.unknown <dice>)
...        (<bid> ^name bid ^count <count>)
...     -->
...        (<s> ^judged <judged>)
...        (<judged> ^bid <bid> ^probability (compute-dice-probability <dice> 3 <count> ge))
...     }
...     # The probability is stored in working memory before it becomes a preference.
...     sp {tie*prefer*bid
...        (state <s> ^superstate <above> ^judged <judged>)
...        (<judged> ^bid <bid> ^probability <probability>)
...     -->
...        (<above> ^operator <bid> = <probability>)
...     }
...     sp {apply*bid
...        (state <s> ^operator <o> ^io.output-link <output>)
...        (<o> ^name bid ^count <count> ^face <face>)
...     -->
...        (<output> ^bid <bid>)
...        (<bid> ^count <count> ^face <face>)
...     }
... ''')
>>> settings = Settings(selection=Selection.BOLTZMANN, temperature=0.1)
>>> agent = SoarAgent("example", [rules], settings=settings, rng=Random(1))
>>> options = [{"count": 4, "face": 5}, {"count": 4, "face": 6}, {"count": 5, "face": 2}]
>>> agent.show({"turn": 1, "unknown": 10, "option": options})
>>> reply = agent.run(limit=50, explain=True)
>>> reply.command.name, reply.command.whole("count")
('bid', 4)
>>> for candidate in reply.choices[-1].candidates:
...     count, face = candidate.attributes["count"][0], candidate.attributes["face"][0]
...     print(f"{count}x{face}: value {candidate.value:.3f}, chosen with {candidate.probability:.3f}")
4x5: value 0.441, chosen with 0.476
4x6: value 0.441, chosen with 0.476
5x2: value 0.213, chosen with 0.049
>>> sorted(set(reply.rules))
['apply*bid', 'propose*bid', 'tie*judge*bid', 'tie*prefer*bid']
>>> agent.close()
"""

from mendax.soar.agent import Counts, Reply, SoarAgent
from mendax.soar.episodes import Episode, reward_rules
from mendax.soar.errors import FunctionError, NoCommand, RuleError, SoarError
from mendax.soar.learned_rules import LearnedRule, LearnedRules, Origin
from mendax.soar.learning_agent import LearningAgent
from mendax.soar.mirror import Tree, Value
from mendax.soar.operator_choices import Candidate, OperatorChoice
from mendax.soar.output import Command, Parameters
from mendax.soar.productions import Learned, Productions
from mendax.soar.rule_files import Rule, RuleFile
from mendax.soar.settings import Chunking, Indifference, Policy, Selection, Settings
from mendax.soar.warm_agents import WarmAgents

__all__ = [
    "Candidate",
    "Chunking",
    "Command",
    "Counts",
    "Episode",
    "FunctionError",
    "Indifference",
    "Learned",
    "LearnedRule",
    "LearnedRules",
    "LearningAgent",
    "NoCommand",
    "OperatorChoice",
    "Origin",
    "Parameters",
    "Policy",
    "Productions",
    "Reply",
    "Rule",
    "RuleError",
    "RuleFile",
    "Selection",
    "Settings",
    "SoarAgent",
    "SoarError",
    "Tree",
    "Value",
    "WarmAgents",
    "reward_rules",
]
