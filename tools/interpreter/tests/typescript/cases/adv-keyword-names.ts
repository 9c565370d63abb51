const any = 1, string = 2, number = 3, never = 4, object = 5, symbol = 6, unknown = 7, unique = 8, asserts = 9, global = 10, override = 11, out = 12, accessor = 13, get = 14, set = 15, async = 16, from = 17
console.log(any as any, string satisfies number, number!, never, object, symbol, unknown, unique, asserts, global, override, out, accessor, get, set, async, from)
const m = { async<T>(x: T): T { return x }, get<T>(x: T): T { return x }, set: 1, static: 2, as: 3 }
console.log(m.async<number>(1), m.get<string>("g"), (async as any) < 17, async as number > 1)
function type(x: number): number { return x }
type(1)
namespace_(2)
function namespace_(x: number) { console.log("ns", x) }
type A = 1
type
B = 2
console.log(type<number>(5 as A | B as any))
