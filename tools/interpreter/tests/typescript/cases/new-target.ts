class A { static x?: number = new.target as any; constructor() { console.log(typeof new.target!); } }
const i = new (A as any)(); const j = new (class<T> { v: T | 1 = 1 })<number>(); const k = new A;
console.log(j, typeof i, typeof k, A.x ?? "none");
