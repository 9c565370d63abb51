class A { a; constructor(       a        ) { this.a = a;} }
class B extends A { b;
          z = 1;
  constructor(       b        , c         ) {
    "use strict";
    const q = b + 1; // {
    super(q); this.b = b;
    if (c) { this.z = 2 }
  }
}
class C extends A { c; constructor(       c        ) { super(1); this.c = c; } }
class D extends A { d; e;
  constructor(
           d         = 3,
                     e        
            
      = [d],
  ) {
    super(d)
    ; this.d = d; this.e = e;[1].forEach(() => console.log(this.d, this.e))
  }
}
class E    { t;         constructor(          t   ) { this.t = t; } static of   (t   )       { return new E   (t) } }
const F = class { x; constructor(         x = 1) { this.x = x; } }
console.log(new B(1, "c"), new C(2), new D(), E.of("z"), new F())
