"""Short vectors as single values in compiled code.

Numba leaves loops over a handful of numbers scalar, or spends more time on setting them up than on the numbers. Here
such a row of a table is a value of its own, of type `Vector`: it is loaded and stored whole, and `+ - * /` work on all
its numbers at once. Registers hold a power of two of them; tables hold exactly the vector's length, so the rest is
masked in loads and stores.

The first argument of each operation, the typing context, is Numba's own: compiled code leaves it out.
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
    """An intrinsic of Numba, whose type checkers see an argument more than callers give."""
    return intrinsic(work)


class Vector(types.Type):
    """The Numba type of a vector of `length` numbers, in a register of `width`."""

    def __init__(self, dtype: Any, length: int) -> None:
        self.dtype, self.length = dtype, length
        self.width = 1 << (length - 1).bit_length()
        super().__init__(name=f"Vector({dtype}, {length})")


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):
    """In LLVM it is a vector of the register's width."""

    def __init__(self, manager: Any, kind: Any) -> None:
        number = manager.lookup(kind.dtype).get_value_type()
        base: Any = super()
        base.__init__(manager, kind, ir.VectorType(number, kind.width))


def _vector(kind: Any, dtype: Any) -> Any:
    return ir.VectorType(ir.FloatType() if dtype == types.float32 else ir.DoubleType(), kind.width)


def _mask(kind: Any) -> Any:
    bit = ir.IntType(1)
    return ir.Constant(ir.VectorType(bit, kind.width), [bit(lane < kind.length) for lane in range(kind.width)])


def _row(context: Any, builder: Any, table: Any, value: Any, at: Any, kind: Any) -> Any:
    """A pointer to row `at` of a table, as a vector of the table's own numbers."""
    data = context.make_array(table)(context, builder, value).data
    start = builder.gep(data, [builder.mul(at, ir.Constant(at.type, kind.length))])
    return builder.bitcast(start, _vector(kind, table.dtype).as_pointer())


def _masked(builder: Any, verb: str, returns: Any, vector: Any, arguments: list[Any]) -> Any:
    """Call `llvm.masked.load` or `llvm.masked.store`."""
    number = "f32" if isinstance(vector.element, ir.FloatType) else "f64"
    name = f"llvm.masked.{verb}.v{vector.count}{number}.p0"
    kind = ir.FunctionType(returns, [argument.type for argument in arguments])
    return builder.call(_declare(builder.module, kind, name), arguments)


@_operation
def load(typing: Any, table: Any, at: Any, like: Any) -> Any:
    """Row `at` of a table with as many columns as `like` is long, in the type of number of `like`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector, size = _vector(like, table.dtype), table.dtype.bitwidth // 8
        pointer = _row(context, builder, table, args[0], args[1], like)
        if like.length == like.width:
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
    """Write a vector to row `at` of a table."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector, size = _vector(row, table.dtype), table.dtype.bitwidth // 8
        value = args[2]
        if table.dtype != row.dtype:
            cast = builder.fpext if table.dtype == types.float64 else builder.fptrunc
            value = cast(value, vector)
        pointer = _row(context, builder, table, args[0], args[1], row)
        if row.length == row.width:
            builder.store(value, pointer).align = size
        else:
            _masked(builder, "store", ir.VoidType(), vector, [value, pointer, ir.IntType(32)(size), _mask(row)])
        return context.get_dummy_value()

    return types.void(table, _INT, row), generate


@_operation
def zeros(typing: Any, table: Any, like: Any) -> Any:
    """A vector of zeros in a table's type of number, as long as the tuple `like`.

    A tuple, since its length is known at compile time and makes the vector's type.
    """
    kind = Vector(table.dtype, len(like))

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return ir.Constant(_vector(kind, kind.dtype), [0.0] * kind.width)

    return kind(table, like), generate


@_operation
def spread(typing: Any, number: Any, like: Any) -> Any:
    """One number in all places."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        nothing = ir.Constant(_vector(like, like.dtype), ir.Undefined)
        first = builder.insert_element(nothing, args[0], ir.IntType(32)(0))
        places = ir.Constant(ir.VectorType(ir.IntType(32), like.width), [0] * like.width)
        return builder.shuffle_vector(first, nothing, places)

    return like(like.dtype, like), generate


@_operation
def higher(typing: Any, one: Any, other: Any) -> Any:
    """Place by place the higher of two vectors."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[0], args[1])

    return one(one, one), generate


@_operation
def where_positive(typing: Any, test: Any, yes: Any, no: Any) -> Any:
    """Place by place `yes` where the test is above zero, else `no`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        nothing = ir.Constant(args[0].type, [0.0] * test.width)
        return builder.select(builder.fcmp_ordered(">", args[0], nothing), args[1], args[2])

    return yes(test, yes, yes), generate


@_operation
def any_positive(typing: Any, row: Any) -> Any:
    """Whether any number is above zero."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        nothing = ir.Constant(args[0].type, [0.0] * row.width)
        bits = builder.bitcast(builder.fcmp_ordered(">", args[0], nothing), ir.IntType(row.width))
        return builder.icmp_unsigned("!=", bits, bits.type(0))

    return types.boolean(row), generate


@_operation
def total(typing: Any, row: Any) -> Any:
    """The sum of all numbers."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector = args[0].type
        number = "f32" if row.dtype == types.float32 else "f64"
        kind = ir.FunctionType(vector.element, [vector.element, vector])
        function = _declare(builder.module, kind, f"llvm.vector.reduce.fadd.v{row.width}{number}")
        return builder.call(function, [ir.Constant(vector.element, -0.0), args[0]], fastmath=("reassoc",))

    return row.dtype(row), generate


def _define(sign: Any, verb: str) -> None:
    """Let an operator of Python work on vectors."""

    class Typing(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) == 2 and isinstance(args[0], Vector) and args[0] == args[1]:
                return _signature(args[0], *args)
            return None

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return getattr(builder, verb)(*args, flags=_FLAGS)

    _infer(sign)(Typing)
    _lower(sign, Vector, Vector)(generate)


_define(operator.add, "fadd")
_define(operator.sub, "fsub")
_define(operator.mul, "fmul")
_define(operator.truediv, "fdiv")
