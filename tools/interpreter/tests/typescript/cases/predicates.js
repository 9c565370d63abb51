function isS(x         )              { return typeof x === "string"; }
function assertS(x         )                      { if (typeof x !== "string") throw new Error("no"); }
function assertT(x         )            { if (!x) throw new Error("falsy"); }
class A { isB()            { return true; } }
;                       
const ar = (x         )              => typeof x === "number";
assertS("a"); assertT(1);
console.log(isS(1), isS("a"), ar(1), new A().isB());
