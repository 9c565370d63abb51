class A { static x          = new.target       ; constructor() { console.log(typeof new.target ); } }
const i = new (A       )(); const j = new (class    { v        = 1 })        (); const k = new A;
console.log(j, typeof i, typeof k, A.x ?? "none");
