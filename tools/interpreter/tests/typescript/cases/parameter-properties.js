class A { x; z; o;
  y = 1;
  constructor(       x        ,                  z         = "z", w         ,                    o           ) { this.x = x; this.z = z; this.o = o;
    console.log(this.x, this.z, w);
  }
}
class B extends A { q;
  constructor(         q        ) {
    console.log("before");
    super(q * 2); this.q = q;
    console.log(this.q, this.x);
  }
}
class C extends B { q; own; constructor(                  q        ,        own = q + 1) { super(q); this.q = q; this.own = own; } }
class D { a; constructor(       a        ) { "use strict"; this.a = a; this.a++; } }
class E { v; constructor(        v        ) { this.v = v;} get() { return this.v; } }
class F extends A { f; constructor(       f        ) { (super(f)); this.f = f; } }
console.log(new A(1), new B(2), new C(3), new D(4), new E(5).get(), new F(6));
