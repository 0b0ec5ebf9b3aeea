"""The explanation of a Soar agent's decision, read from the choices and the working memory of its run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mendax.core.agent import Belief, Explanation, Option
from mendax.games.liars_dice.agents.soar.sentence import sentence_of
from mendax.games.liars_dice.rules import CHALLENGE_BID, Action, Answer, Bid, View
from mendax.games.liars_dice.rules.wording import EXPECTED, REWARD
from mendax.soar import Candidate, Reply

WORDS = {answer: answer.value.replace(" ", "-") for answer in Answer}
"""How the Soar rules write an answer."""
ANSWERS = {word: answer for answer, word in WORDS.items()}


def pushed_bid(count: int, face: int, view: View) -> Bid:
    """The bid with the push that the Soar rules propose: all hidden dice that count for it."""
    return Bid(count, face, tuple(die for die in view.cup if die in (face, view.wild)))


def read_explanation(reply: Reply, view: View) -> Explanation[Action]:
    """The options with their values and classes, the beliefs about the last bidder, and the rules that fired.

    Probability agents value an option by its chance of success on the scale 2p - 1, the others by the difference
    between the expected number and the bid. The kernel prints six digits. `rules/wording.py` names the scales.
    """
    final = reply.choices[-1]
    subgoal = _subgoal(reply)
    judged = {_action(judgement["action"][0], view): judgement for judgement in subgoal.get("evaluation", ())}
    # Printed probabilities are rounded, so they add up to one only nearly.
    whole = sum(candidate.probability for candidate in final.candidates)
    options = tuple(_option(candidate, judged, view, whole) for candidate in final.candidates)
    by_chance = any(candidate.value is not None for candidate in final.candidates)
    sentence = sentence_of(_action(final.chosen.attributes, view), options, view, subgoal, by_chance)
    rules = tuple(dict.fromkeys(reply.rules))
    scale = REWARD if by_chance else EXPECTED
    return Explanation(options, tuple(_beliefs(subgoal, judged, view)), rules, scale, sentence)


def _subgoal(reply: Reply) -> Mapping[str, Any]:
    """The subgoal of the tie as it was when preferences were made; empty without a tie."""
    for choice in reversed(reply.choices):
        if choice.chosen.name == "create-preferences":
            found: Any = choice.chosen.attributes["after"][0]
            subgoal: Mapping[str, Any] = found
            return subgoal
    return {}


def _action(attributes: Any, view: View) -> Action:
    name = attributes["name"][0]
    if name != "bid":
        return ANSWERS[name]
    rung = attributes["rung"][0]
    count, face = rung["count"][0], rung["face"][0]
    return Bid(count, face) if attributes["push"][0] == "no" else pushed_bid(count, face, view)


def _option(candidate: Candidate, judged: Mapping[Action, Any], view: View, whole: float) -> Option[Action]:
    action = _action(candidate.attributes, view)
    difference = judged.get(action, {}).get("difference")
    value = candidate.value if candidate.value is not None else float(difference[0]) if difference else None
    notes = [str(word).replace("-", " ") for word in candidate.attributes.get("class", ())]
    notes += ["held back"] if "held-back" in candidate.attributes else []
    return Option(action, value, candidate.probability / whole, ", ".join(notes))


def _beliefs(subgoal: Mapping[str, Any], judged: Mapping[Action, Any], view: View) -> Iterator[Belief]:
    said = view.bid_said
    if said is None:
        return
    bid = f"{said.action.count}x{said.action.face}" if isinstance(said.action, Bid) else ""
    challenge = judged.get(CHALLENGE_BID, {}).get("value")
    if challenge:
        yield Belief(f"{bid} is true", (1 - challenge[0]) / 2)
    for situation in subgoal.get("situation", ()):
        for hypothesis in sorted(situation["hypothesis"], key=lambda hypothesis: int(hypothesis["holds"][0])):
            holds = f"seat {said.seat} holds {hypothesis['holds'][0]} for {bid}"
            yield Belief(f"{holds}, or more", hypothesis["likely"][0])
            yield Belief(
                f"{bid} was true for all seat {said.seat} knew, if it holds {hypothesis['holds'][0]}",
                hypothesis["support"][0],
            )
    for belief in subgoal.get("belief", ()):
        yield Belief(
            f"seat {said.seat} holds {belief['holds'][0]} of {belief['cup'][0]} for {bid}: taken for true", 1.0
        )
