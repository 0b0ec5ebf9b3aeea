"""Steps on flat arrays of float64, eight neighbouring numbers (*lanes*) at a time.

Numba does not see that rows of one array never overlap, so it leaves such loops scalar. These intrinsics read and write
eight numbers as one vector, which the compiler lowers to whatever the processor has. In the descriptions `rows[at]`
means the eight numbers from position `at` on, and all steps work lane by lane.

The first argument of each step, the typing context, is Numba's own: compiled code leaves it out.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

LANES: Final = 8
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_INT = types.intp


def _row(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """A pointer to the eight numbers from position `at` of a flat array on."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), _VECTOR.as_pointer())


def _load(builder: Any, pointer: Any) -> Any:
    value = builder.load(pointer)
    value.align = 8
    return value


def _store(builder: Any, value: Any, pointer: Any) -> None:
    builder.store(value, pointer).align = 8


def _higher(builder: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", one, other), one, other)


def _spread(builder: Any, number: Any) -> Any:
    """One number in all lanes."""
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES))


@intrinsic
def mean_of_six(typing: Any, rows: Any, at: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> Any:
    """rows[at] = (rows[a] + ... + rows[f]) / 6."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        values = [_load(builder, _row(context, builder, kind, args[0], position)) for position in args[2:]]
        add = builder.fadd
        total = add(add(add(values[0], values[1]), add(values[2], values[3])), add(values[4], values[5]))
        mean = builder.fmul(total, ir.Constant(_VECTOR, [1 / 6] * LANES))
        _store(builder, mean, _row(context, builder, kind, args[0], args[1]))
        return context.get_dummy_value()

    return types.void(rows, *[_INT] * 7), generate


def _raise_to_highest(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """rows[at] = the highest of rows[at] and the rows given after it."""
    kind = signature.args[0]
    target = _row(context, builder, kind, args[0], args[1])
    value = _load(builder, target)
    for position in args[2:]:
        value = _higher(builder, value, _load(builder, _row(context, builder, kind, args[0], position)))
    _store(builder, value, target)
    return context.get_dummy_value()


@intrinsic
def highest_of_1(typing: Any, rows: Any, at: Any, a: Any) -> Any:
    """rows[at] = max(rows[at], rows[a])."""
    return types.void(rows, _INT, _INT), _raise_to_highest


@intrinsic
def highest_of_2(typing: Any, rows: Any, at: Any, a: Any, b: Any) -> Any:
    """The same over two more rows."""
    return types.void(rows, *[_INT] * 3), _raise_to_highest


@intrinsic
def highest_of_3(typing: Any, rows: Any, at: Any, a: Any, b: Any, c: Any) -> Any:
    """The same over three more rows."""
    return types.void(rows, *[_INT] * 4), _raise_to_highest


@intrinsic
def highest_of_4(typing: Any, rows: Any, at: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """The same over four more rows."""
    return types.void(rows, *[_INT] * 5), _raise_to_highest


@intrinsic
def highest_of_5(typing: Any, rows: Any, at: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """The same over five more rows."""
    return types.void(rows, *[_INT] * 6), _raise_to_highest


@intrinsic
def raise_to(typing: Any, rows: Any, at: Any, source: Any, start: Any, plus: Any) -> Any:
    """rows[at] = max(rows[at], source[start] + plus), where source is another array."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target = _row(context, builder, signature.args[0], args[0], args[1])
        found = _load(builder, _row(context, builder, signature.args[2], args[2], args[3]))
        value = builder.fadd(found, _spread(builder, args[4]))
        _store(builder, _higher(builder, _load(builder, target), value), target)
        return context.get_dummy_value()

    return types.void(rows, _INT, source, _INT, types.float64), generate


@intrinsic
def add_share(typing: Any, rows: Any, at: Any, source: Any, share: Any) -> Any:
    """rows[at] += rows[source] * share."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        target = _row(context, builder, kind, args[0], args[1])
        part = builder.fmul(_load(builder, _row(context, builder, kind, args[0], args[2])), _spread(builder, args[3]))
        _store(builder, builder.fadd(_load(builder, target), part), target)
        return context.get_dummy_value()

    return types.void(rows, _INT, _INT, types.float64), generate


@intrinsic
def stop_at(typing: Any, own: Any, best: Any, flow: Any, stay: Any, at: Any) -> Any:
    """Where own[at] is best[at], flow[at] moves to stay[at]."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        own_at, best_at, flow_at, stay_at = (
            _row(context, builder, kind, array, args[4])
            for kind, array in zip(signature.args[:4], args[:4], strict=True)
        )
        nothing = ir.Constant(_VECTOR, [0.0] * LANES)
        same = builder.fcmp_ordered("==", _load(builder, own_at), _load(builder, best_at))
        found = _load(builder, flow_at)
        _store(builder, builder.fadd(_load(builder, stay_at), builder.select(same, found, nothing)), stay_at)
        _store(builder, builder.select(same, nothing, found), flow_at)
        return context.get_dummy_value()

    return types.void(own, best, flow, stay, _INT), generate


@intrinsic
def move_to(typing: Any, best: Any, flow: Any, at: Any, to: Any) -> Any:
    """Where best[to] is best[at], flow[at] moves to flow[to]."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        best_at, best_to = (_row(context, builder, kinds[0], args[0], position) for position in args[2:])
        flow_at, flow_to = (_row(context, builder, kinds[1], args[1], position) for position in args[2:])
        nothing = ir.Constant(_VECTOR, [0.0] * LANES)
        same = builder.fcmp_ordered("==", _load(builder, best_at), _load(builder, best_to))
        found = _load(builder, flow_at)
        _store(builder, builder.fadd(_load(builder, flow_to), builder.select(same, found, nothing)), flow_to)
        _store(builder, builder.select(same, nothing, found), flow_at)
        return context.get_dummy_value()

    return types.void(best, flow, _INT, _INT), generate


@intrinsic
def deal_out(typing: Any, rows: Any, at: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> Any:
    """rows[a] ... rows[f] each gain rows[at] / 6."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        share = _load(builder, _row(context, builder, kind, args[0], args[1]))
        share = builder.fmul(share, ir.Constant(_VECTOR, [1 / 6] * LANES))
        for position in args[2:]:
            target = _row(context, builder, kind, args[0], position)
            _store(builder, builder.fadd(_load(builder, target), share), target)
        return context.get_dummy_value()

    return types.void(rows, *[_INT] * 7), generate


@intrinsic
def enter_at(
    typing: Any, rows: Any, flow: Any, at: Any, source: Any, start: Any, plus: Any, found: Any, into: Any
) -> Any:
    """Where source[start] + plus is rows[at], flow[at] moves to found[into]."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        best = _load(builder, _row(context, builder, kinds[0], args[0], args[2]))
        option = _load(builder, _row(context, builder, kinds[3], args[3], args[4]))
        flow_at = _row(context, builder, kinds[1], args[1], args[2])
        target = _row(context, builder, kinds[6], args[6], args[7])
        nothing = ir.Constant(_VECTOR, [0.0] * LANES)
        same = builder.fcmp_ordered("==", builder.fadd(option, _spread(builder, args[5])), best)
        moved = _load(builder, flow_at)
        _store(builder, builder.fadd(_load(builder, target), builder.select(same, moved, nothing)), target)
        _store(builder, builder.select(same, nothing, moved), flow_at)
        return context.get_dummy_value()

    return types.void(rows, flow, _INT, source, _INT, types.float64, found, _INT), generate


_NARROW = ir.VectorType(ir.FloatType(), LANES)


@intrinsic
def raise_between(typing: Any, rows: Any, at: Any, source: Any, start: Any, share: Any) -> Any:
    """rows[at] = max(rows[at], source[start] + share * (source[start + 1] - source[start])), source in float32."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target = _row(context, builder, signature.args[0], args[0], args[1])
        data = context.make_array(signature.args[2])(context, builder, args[2]).data
        one = ir.Constant(args[3].type, 1)
        parts = []
        for position in (args[3], builder.add(args[3], one)):
            found = builder.load(builder.bitcast(builder.gep(data, [position]), _NARROW.as_pointer()))
            found.align = 4
            parts.append(builder.fpext(found, _VECTOR))
        step = builder.fmul(builder.fsub(parts[1], parts[0]), _spread(builder, args[4]))
        _store(builder, _higher(builder, _load(builder, target), builder.fadd(parts[0], step)), target)
        return context.get_dummy_value()

    return types.void(rows, _INT, source, _INT, types.float64), generate
