function isS(x: unknown): x is string { return typeof x === "string"; }
function assertS(x: unknown): asserts x is string { if (typeof x !== "string") throw new Error("no"); }
function assertT(x: unknown): asserts x { if (!x) throw new Error("falsy"); }
class A { isB(): this is B { return true; } }
interface B extends A {}
const ar = (x: unknown): x is number => typeof x === "number";
assertS("a"); assertT(1);
console.log(isS(1), isS("a"), ar(1), new A().isB());
