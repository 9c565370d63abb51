const s: unique symbol = Symbol("s");
class It implements Iterable<number> { *[Symbol.iterator](): Iterator<number> { yield 1; yield 2; } readonly [s]: number = 3; private static readonly [Symbol.toStringTag] = "x" }
console.log([...new It()], new It()[s]);
