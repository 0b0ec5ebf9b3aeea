"""One number for every hand, as a single value in compiled code.

Counterfactual regret works on a handful of numbers at a time, one for each hand a player may hold.
Numba leaves loops over so few of them scalar, or wastes more time on getting ready than on counting.
Here such a row is a value of its own, of type `Lanes`: it is read from a table and written to it whole,
and `+ - * /` work on all hands at once. Registers hold a power of two; tables hold exactly the hands,
so that the last part of a row is read and written under a mask.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

_INT: Final = types.intp
# Numba's own functions without types.
_declare: Any = cgutils.get_or_insert_function
_infer: Any = infer_global
_lower: Any = lower_builtin
_signature: Any = signature
# Multiplying and adding in one step is allowed, and nothing else that would change a result.
_FLAGS: Final = ("contract",)


def _operation(work: Callable[..., Any]) -> Any:
    """An intrinsic; compiled code calls it without the typing context, which is for Numba alone to know."""
    return intrinsic(work)


class Lanes(types.Type):
    """Numba's name for a row of so many numbers."""

    def __init__(self, dtype: Any, hands: int) -> None:
        self.dtype, self.hands = dtype, hands
        self.width = 1 << (hands - 1).bit_length()
        super().__init__(name=f"Lanes({dtype}, {hands})")


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):
    """In LLVM a row is a vector."""

    def __init__(self, manager: Any, kind: Any) -> None:
        number = manager.lookup(kind.dtype).get_value_type()
        base: Any = super()
        base.__init__(manager, kind, ir.VectorType(number, kind.width))


def _vector(kind: Any, dtype: Any) -> Any:
    return ir.VectorType(ir.FloatType() if dtype == types.float32 else ir.DoubleType(), kind.width)


def _mask(kind: Any) -> Any:
    bit = ir.IntType(1)
    return ir.Constant(ir.VectorType(bit, kind.width), [bit(lane < kind.hands) for lane in range(kind.width)])


def _row(context: Any, builder: Any, table: Any, value: Any, at: Any, kind: Any) -> Any:
    """A pointer to row `at` of a table, as a vector of the table's own numbers."""
    data = context.make_array(table)(context, builder, value).data
    start = builder.gep(data, [builder.mul(at, ir.Constant(at.type, kind.hands))])
    return builder.bitcast(start, _vector(kind, table.dtype).as_pointer())


def _masked(builder: Any, verb: str, returns: Any, vector: Any, arguments: list[Any]) -> Any:
    """Call `llvm.masked.load` or `llvm.masked.store`."""
    number = "f32" if isinstance(vector.element, ir.FloatType) else "f64"
    name = f"llvm.masked.{verb}.v{vector.count}{number}.p0"
    kind = ir.FunctionType(returns, [argument.type for argument in arguments])
    return builder.call(_declare(builder.module, kind, name), arguments)


@_operation
def load(typing: Any, table: Any, at: Any, like: Any) -> Any:
    """Row `at` of a table with as many columns as hands, in the numbers of `like`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector, size = _vector(like, table.dtype), table.dtype.bitwidth // 8
        pointer = _row(context, builder, table, args[0], args[1], like)
        if like.hands == like.width:
            value = builder.load(pointer)
            value.align = size
        else:
            nothing = ir.Constant(vector, [0.0] * like.width)
            value = _masked(builder, "load", vector, vector, [pointer, ir.IntType(32)(size), _mask(like), nothing])
        if table.dtype == like.dtype:
            return value
        cast = builder.fpext if like.dtype == types.float64 else builder.fptrunc
        return cast(value, _vector(like, like.dtype))

    return like(table, _INT, like), generate


@_operation
def store(typing: Any, table: Any, at: Any, row: Any) -> Any:
    """Write a row to a table."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector, size = _vector(row, table.dtype), table.dtype.bitwidth // 8
        value = args[2]
        if table.dtype != row.dtype:
            cast = builder.fpext if table.dtype == types.float64 else builder.fptrunc
            value = cast(value, vector)
        pointer = _row(context, builder, table, args[0], args[1], row)
        if row.hands == row.width:
            builder.store(value, pointer).align = size
        else:
            _masked(builder, "store", ir.VoidType(), vector, [value, pointer, ir.IntType(32)(size), _mask(row)])
        return context.get_dummy_value()

    return types.void(table, _INT, row), generate


@_operation
def zeros(typing: Any, table: Any, hands: Any) -> Any:
    """A row of zeros in a table's numbers. `hands` is a tuple with an item for each hand: its length is known
    when the code is compiled, and that makes the row's type.
    """
    kind = Lanes(table.dtype, len(hands))

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return ir.Constant(_vector(kind, kind.dtype), [0.0] * kind.width)

    return kind(table, hands), generate


@_operation
def spread(typing: Any, number: Any, like: Any) -> Any:
    """One number for all hands."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        nothing = ir.Constant(_vector(like, like.dtype), ir.Undefined)
        first = builder.insert_element(nothing, args[0], ir.IntType(32)(0))
        places = ir.Constant(ir.VectorType(ir.IntType(32), like.width), [0] * like.width)
        return builder.shuffle_vector(first, nothing, places)

    return like(like.dtype, like), generate


@_operation
def higher(typing: Any, one: Any, other: Any) -> Any:
    """For each hand the higher of two."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[0], args[1])

    return one(one, one), generate


@_operation
def where_positive(typing: Any, test: Any, yes: Any, no: Any) -> Any:
    """For each hand `yes` where the test is above zero, else `no`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        nothing = ir.Constant(args[0].type, [0.0] * test.width)
        return builder.select(builder.fcmp_ordered(">", args[0], nothing), args[1], args[2])

    return yes(test, yes, yes), generate


@_operation
def any_positive(typing: Any, row: Any) -> Any:
    """Whether any hand has more than zero."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        nothing = ir.Constant(args[0].type, [0.0] * row.width)
        bits = builder.bitcast(builder.fcmp_ordered(">", args[0], nothing), ir.IntType(row.width))
        return builder.icmp_unsigned("!=", bits, bits.type(0))

    return types.boolean(row), generate


@_operation
def total(typing: Any, row: Any) -> Any:
    """The sum over all hands."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector = args[0].type
        number = "f32" if row.dtype == types.float32 else "f64"
        kind = ir.FunctionType(vector.element, [vector.element, vector])
        function = _declare(builder.module, kind, f"llvm.vector.reduce.fadd.v{row.width}{number}")
        return builder.call(function, [ir.Constant(vector.element, -0.0), args[0]], fastmath=("reassoc",))

    return row.dtype(row), generate


def _teach(sign: Any, verb: str) -> None:
    """Let an operator of Python work on rows."""

    class Typing(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) == 2 and isinstance(args[0], Lanes) and args[0] == args[1]:
                return _signature(args[0], *args)
            return None

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return getattr(builder, verb)(*args, flags=_FLAGS)

    _infer(sign)(Typing)
    _lower(sign, Lanes, Lanes)(generate)


_teach(operator.add, "fadd")
_teach(operator.sub, "fsub")
_teach(operator.mul, "fmul")
_teach(operator.truediv, "fdiv")
