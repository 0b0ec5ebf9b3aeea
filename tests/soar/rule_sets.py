"""Small rule sets for the tests."""

from __future__ import annotations

from mendax.soar import RuleFile, Tree

BID = RuleFile.of_text(
    """
    # Any option on the table may be bid.
    sp {propose*bid
       (state <s> ^superstate nil ^io.input-link <table>)
       (<table> ^turn <turn> ^option <option>)
       (<option> ^face <face>)
    -->
       (<s> ^operator <o> +)
       (<o> ^name bid ^face <face> ^turn <turn>)
    }

    # The bid that was selected is said.
    sp {apply*bid
       (state <s> ^operator <o> ^io.output-link <output>)
       (<o> ^name bid ^face <face>)
    -->
       (<output> ^bid <bid>)
       (<bid> ^face <face>)
    }
    """,
    "bid.soar",
)

INDIFFERENT = RuleFile.of_text(
    "sp {select*any (state <s> ^operator <o> +) (<o> ^name bid) --> (<s> ^operator <o> =)}", "indifferent.soar"
)

TENTHS = RuleFile.of_text(
    """
    sp {select*by-face
       (state <s> ^operator <o> +)
       (<o> ^name bid ^face <face>)
    -->
       (<s> ^operator <o> = (/ <face> 10.0))
    }
    """,
    "tenths.soar",
)

DELIBERATE = RuleFile.of_text(
    """
    # In a tie, each bid is evaluated by an operator of its own.
    sp {tie*propose*evaluate
       (state <s> ^impasse tie ^item <bid>)
       (<bid> ^name bid)
      -(<s> ^evaluation.item <bid>)
    -->
       (<s> ^operator <o> + =)
       (<o> ^name evaluate ^item <bid>)
    }

    # A bid is worth the probability that enough of the unknown dice agree.
    sp {tie*apply*evaluate
       (state <s> ^operator <o> ^superstate.io.input-link.unknown <unknown>)
       (<o> ^name evaluate ^item <bid>)
       (<bid> ^face <need>)
    -->
       (<s> ^evaluation <evaluation>)
       (<evaluation> ^item <bid> ^probability (compute-dice-probability <unknown> 3 <need> ge))
    }

    # The value stands in working memory first: computed inside the preference, chunking crashes.
    sp {tie*elaborate*preference
       (state <s> ^superstate <above> ^evaluation <evaluation>)
       (<evaluation> ^item <bid> ^probability <probability>)
    -->
       (<above> ^operator <bid> = <probability>)
    }
    """,
    "deliberate.soar",
)

REWARD = RuleFile.of_text(
    """
    sp {elaborate*reward
       (state <s> ^superstate nil ^reward-link <link> ^io.input-link.reward <value>)
    -->
       (<link> ^reward.value <value>)
    }
    """,
    "reward.soar",
)


def table(turn: int, faces: int = 4, **more: int | float | str) -> Tree:
    """A turn with one option a face."""
    return {"turn": turn, "option": {face: {"face": face} for face in range(1, faces + 1)}, **more}
