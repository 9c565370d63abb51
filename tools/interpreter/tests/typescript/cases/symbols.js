const s                = Symbol("s");
class It                             { *[Symbol.iterator]()                   { yield 1; yield 2; } ;        [s]         = 3;         static          [Symbol.toStringTag] = "x" }
console.log([...new It()], new It()[s]);
