class A {
  y = 1;
  constructor(public x: number, private readonly z: string = "z", w?: number, protected readonly o?: { a: 1 }) {
    console.log(this.x, this.z, w);
  }
}
class B extends A {
  constructor(readonly q: number) {
    console.log("before");
    super(q * 2)
    console.log(this.q, this.x);
  }
}
class C extends B { constructor(override readonly q: number, public own = q + 1) { super(q); } }
class D { constructor(public a: number) { "use strict"; this.a++; } }
class E { constructor(private v: number) {} get() { return this.v; } }
class F extends A { constructor(public f: number) { (super(f)); } }
console.log(new A(1), new B(2), new C(3), new D(4), new E(5).get(), new F(6));
