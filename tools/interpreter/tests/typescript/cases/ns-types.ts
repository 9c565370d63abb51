namespace Empty {}
namespace A.B.C { export type X = 1; interface Y {} }
declare namespace Z { function f(): void; }
module Old { type Q = 1 }
const Empty2: A.B.C.X = 1;
console.log(Empty2)
