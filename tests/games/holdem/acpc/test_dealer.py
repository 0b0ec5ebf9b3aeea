"""The dealer: the published lines, matches over loopback that equal the arena's, and programs that misbehave."""

from __future__ import annotations

import json
import re
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Thread

import pytest

from mendax.arena.schedule import match_schedule
from mendax.arena.worker import Job, play_range
from mendax.core.catalogue import build_agent, build_game
from mendax.core.errors import MendaxError
from mendax.core.game import game_text
from mendax.core.record import Record, read_records
from mendax.games.holdem.acpc.dealer import Dealer, Limits, match_state
from mendax.games.holdem.acpc.lines import action_of
from mendax.games.holdem.acpc.player import Player, join
from mendax.games.holdem.rules import DEALS, Act, Holdem, State, parse_cards
from tests.command_line import MENDAX, assert_refused
from tests.games.holdem.acpc.published import HEADS_UP, THREE_PLAYERS, from_dealer

LOOPBACK = "127.0.0.1"


def dealt_lines(
    game: Holdem, seat: int, holes: Sequence[str], boards: Sequence[str], betting: Sequence[str]
) -> list[str]:
    """What a seat is told in hands with given cards (by position) and betting."""
    lines = list[str]()
    state = game.start()

    def make(action: object) -> None:
        nonlocal state
        after: State = game.apply(state, action)  # type: ignore[arg-type]
        if (told := match_state(game, state, after, seat)) is not None:
            lines.append(str(told))
        state = after

    for hole, board, letters in zip(holes, boards, betting, strict=True):
        cards = [parse_cards(own) for own in hole.split("|")]
        for number in (0, 1):
            for own in cards:
                make(DEALS[own[number]])
        waiting = iter(parse_cards(board))
        for letter in letters.replace("/", ""):
            while not isinstance(state.turn, int):
                make(DEALS[next(waiting)])
            action = action_of(letter, game.actions(state))
            assert isinstance(action, Act)
            make(action)
    return lines


def test_the_published_lines_for_two() -> None:
    """Where the text does not show the other's cards, any stand there."""
    lines = dealt_lines(
        Holdem(hands=3),
        0,
        ["TdAs|8hTc", "3c3s|Qd7c", "9d7s|AcAh"],
        ["2c8c3h9cKh", "2h8h5cTh", "5d2cJc3d"],
        ["rrc/rc/crc/crc", "rrc/rc/rf", "rc/cc/crf"],
    )
    assert lines == from_dealer(HEADS_UP)


def test_the_published_lines_for_three() -> None:
    """The first of the two hands; the other is of the same seat at another place, so of another match for us."""
    lines = dealt_lines(Holdem(3), 2, ["2c2d|3c3d|AsTs"], ["4cJh8hKd8c"], ["rcc/rfc/rc/rf"])
    other = dealt_lines(Holdem(3), 0, ["Ad6h|3c3d|Td2h"], ["TsKd7hKh6d"], ["crfc/rc/rc/rc"])
    assert lines + [line.replace("MATCHSTATE:0:0:", "MATCHSTATE:0:90:") for line in other] == [
        line.replace("MATCHSTATE:2:55:", "MATCHSTATE:2:0:") for line in from_dealer(THREE_PLAYERS)
    ]


def arena(game: Holdem, names: Sequence[str], seed: int) -> Record:
    """The arena's first match."""
    factories = tuple(build_agent(game, name) for name in names)
    job = Job(game, tuple(names), factories, match_schedule(len(names), len(names), 1), seed, records=True)
    (record,) = read_records("\n".join(play_range(job, 0, 1).records), build_game)
    return record


def over_loopback(game: Holdem, names: Sequence[str], remote: Sequence[int], seed: int) -> tuple[Record, list[Player]]:
    """A match of which some seats are played by threads that join."""
    factories = [None if seat in remote else build_agent(game, name) for seat, name in enumerate(names)]
    players = list[Player]()
    with Dealer(game, names, factories, seed) as dealer:
        threads = list[Thread]()
        for seat, port in dealer.ports.items():
            player = Player(build_agent(game, names[seat]), game.raises, seed)
            players.append(player)
            threads.append(Thread(target=join, args=(LOOPBACK, port, player), daemon=True))
            threads[-1].start()
        record = dealer.play()
    for thread in threads:
        thread.join()
    return record, players


@pytest.mark.parametrize(
    ("game", "names", "remote"),
    [
        (Holdem(hands=200), ("tight", "random"), (1,)),
        (Holdem(hands=60), ("random", "loose"), (0, 1)),
        (Holdem(players=4, hands=60), ("random", "loose", "always-raise", "tight"), (0, 2)),
        (Holdem(players=3, hands=60, raises=1), ("random", "random", "random"), (1,)),
    ],
    ids=lambda value: game_text(value) if isinstance(value, Holdem) else "",
)
def test_a_match_equals_the_arenas(game: Holdem, names: tuple[str, ...], remote: tuple[int, ...]) -> None:
    record, players = over_loopback(game, names, remote, 7)
    assert str(record) == str(arena(game, names, 7))
    for seat, player in zip(remote, players, strict=True):
        assert player.result("x").to_json()["payoff"] == record.payoffs[seat]
        assert player.result("x").hands == game.hands


@pytest.mark.slow
def test_two_processes_play_a_thousand_hands_as_the_arena() -> None:
    options = ["--seed", "11", "--json"]
    dealer = subprocess.Popen(
        [*MENDAX, "acpc", "serve", "remote", "random", "--hands", "1000", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert dealer.stderr is not None
    found = re.search(r"seat 0 joins at 127.0.0.1:(\d+)", dealer.stderr.readline())
    assert found is not None
    joined = subprocess.run(
        [*MENDAX, "acpc", "join", LOOPBACK, found[1], "--agent", "loose", *options],
        capture_output=True,
        text=True,
        check=True,
    )
    out, err = dealer.communicate(timeout=60)
    assert dealer.returncode == 0, err
    expected = arena(Holdem(hands=1000), ("loose", "random"), 11).payoffs
    assert tuple(agent["payoff"] for agent in json.loads(out)["agents"]) == expected
    assert json.loads(joined.stdout)["payoff"] == expected[0]


Program = Callable[[socket.socket, Iterator[str]], None]


def misbehave(program: Program, hands: int = 2, limits: Limits | None = None) -> tuple[Record, list[str]]:
    """A match against `always-call` at seat 1; the program reads its lines and does what it likes."""
    log, game = list[str](), Holdem(hands=hands)
    limits = limits or Limits(joining=60, decision=60)
    factories = [None, build_agent(game, "always-call")]
    with Dealer(game, ("remote", "always-call"), factories, 3, limits=limits, log=log.append) as dealer:

        def run() -> None:
            with socket.create_connection((LOOPBACK, dealer.ports[0])) as own, own.makefile(newline="\n") as lines:
                own.sendall(b"VERSION:2.0.0\r\n")
                with suppress(OSError):  # the dealer may have hung up
                    program(own, lines)

        thread = Thread(target=run, daemon=True)
        thread.start()
        record = dealer.play()
    thread.join()
    return record, log


def answer(own: socket.socket, line: str, letter: str) -> None:
    own.sendall(f"{line.strip()}:{letter}\r\n".encode())


def test_broken_lines_are_logged_and_ignored() -> None:
    """The first hand: seat 1 has the button and calls, so seat 0 is asked after the second line."""

    def program(own: socket.socket, lines: Iterator[str]) -> None:
        next(lines)
        line = next(lines)
        own.sendall(b"# a remark\r\n\r\n\xff\xfe\r\nMATCHSTATE:0:0:\r\n")
        answer(own, line, "x")
        answer(own, line.replace(":c:", "::"), "c")
        answer(own, line, "r")
        for line in lines:
            own.sendall(f"{line.strip()}:c\r\n".encode()) if line.startswith("MATCHSTATE") else None

    record, log = misbehave(program)
    assert log[0] == "seat 0: a program has joined"
    ignored = [line for line in log if line.startswith("seat 0: a line is ignored: ")]
    assert len(ignored) >= 5
    assert "answers another state than MATCHSTATE:0:0:c:" in ignored[4]
    assert record.finished
    assert not record.tags, "nothing was at fault: an answer came"
    assert str(next(move for move in record.moves if move.seat == 0).action) == "raise"


def test_an_action_that_is_not_legal_costs_the_choice() -> None:
    def program(own: socket.socket, lines: Iterator[str]) -> None:
        next(lines)
        answer(own, next(lines), "f")  # it may check
        for line in lines:
            answer(own, line, "c")

    record, log = misbehave(program, hands=1)
    assert "seat 0 says 'f' where it may check or raise: check is played" in log
    assert record.tags["Fault0"].startswith("illegal action: f: seat 0 may check or raise")
    assert [move.default for move in record.moves if move.seat == 0] == [True, False, False, False]


def test_who_hangs_up_checks_or_folds_to_the_end() -> None:
    def program(own: socket.socket, lines: Iterator[str]) -> None:
        next(lines)

    record, log = misbehave(program, hands=6)
    assert record.finished
    assert any("seat 0 is given up" in line for line in log)
    assert len([line for line in log if "given up" in line]) == 1
    assert all(move.default for move in record.moves if move.seat == 0)


def test_who_is_late_or_says_no_line_is_given_up() -> None:
    def silent(own: socket.socket, lines: Iterator[str]) -> None:
        for _ in lines:
            pass

    record, log = misbehave(silent, limits=Limits(joining=60, decision=0.2))
    assert record.finished
    assert any("no answer came in time" in line for line in log)

    def flooding(own: socket.socket, lines: Iterator[str]) -> None:
        own.sendall(b"x" * 100_000)
        silent(own, lines)

    assert any("more than 4096 bytes" in line for line in misbehave(flooding)[1])

    def chatting(own: socket.socket, lines: Iterator[str]) -> None:
        own.sendall(b"hello\r\n" * 1000)
        silent(own, lines)

    assert any("too many lines were ignored" in line for line in misbehave(chatting)[1])


def test_who_does_not_speak_the_protocol_is_sent_away_and_the_next_may_come() -> None:
    log, game = list[str](), Holdem(hands=2)
    with Dealer(game, ("remote", "tight"), [None, build_agent(game, "tight")], 3, log=log.append) as dealer:
        port = dealer.ports[0]
        wrong = [socket.create_connection((LOOPBACK, port)) for _ in range(2)]
        wrong[0].sendall(b"GET / HTTP/1.1\r\n")
        wrong[1].sendall(b"VERSION:1.0.0\r\n")
        player = Player(build_agent(game, "loose"), 3, 3)
        thread = Thread(target=join, args=(LOOPBACK, port, player), daemon=True)
        thread.start()
        record = dealer.play()
    thread.join()
    for own in wrong:
        assert own.recv(10) == b""
        own.close()
    assert record.finished
    assert log[0].startswith("seat 0: whoever joined is sent away: 'GET / HTTP/1.1' is not VERSION:2.0.0")
    assert log[1].startswith("seat 0: whoever joined is sent away: VERSION:1.0.0: only version 2")


def test_nobody_joins_and_ports_that_are_taken() -> None:
    game = Holdem()
    with Dealer(game, ("remote", "x"), [None, None], 3, limits=Limits(joining=0.05)) as dealer:
        with pytest.raises(MendaxError, match=r"nobody joined seat 0 in 0\.05 seconds"):
            dealer.play()
        with pytest.raises(MendaxError, match="cannot be listened at: Address already in use"):
            Dealer(game, ("remote", "x"), [None, None], 3, port=dealer.ports[0])
        taken = dealer.ports[0]
    with pytest.raises(MendaxError, match="cannot be joined: Connection refused"):
        join(LOOPBACK, taken, Player(build_agent(game, "loose"), 3, 3))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["acpc", "serve", "tight", "loose"], "nobody joins this table: write `remote` for a seat"),
        (["acpc", "serve", "remote"], "holdem has 2 to 10 players, not 1"),
        (["acpc", "serve", "holdem:players=4", "remote", "tight", "loose"], "has 4 seats: name as many, not 3"),
        (["acpc", "serve", "remote", "nobody"], "there is no holdem agent 'nobody'"),
        (
            ["acpc", "serve", "remote", "tight", "--host", "no.such.host.invalid"],
            "cannot be listened at",
        ),
        (["acpc", "serve", "one-die", "remote", "tree"], "no `mendax acpc serve` for one-die yet"),
        (["acpc", "join", LOOPBACK, "1", "--agent", "tight"], "127.0.0.1:1 cannot be joined"),
        (["acpc", "join", LOOPBACK, "70000", "--agent", "tight"], "less than or equal to 65535"),
        (["acpc", "listen"], "`mendax acpc` does what? There is: serve, join"),
    ],
    ids=lambda value: " ".join(value[:4]) if isinstance(value, list) else "",
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert_refused(capsys, arguments, complaint)


def test_the_game_may_be_named_or_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["acpc", "serve"], ["acpc", "serve", "holdem"], ["acpc", "holdem", "serve"]):
        assert_refused(capsys, [*arguments, "tight", "loose"], "nobody joins this table")
