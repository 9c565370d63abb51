class A { constructor(public a: number) {} }
class B extends A {
  private z = 1;
  constructor(public b: number, c?: string) {
    "use strict";
    const q = b + 1; // {
    super(q);
    if (c) { this.z = 2 }
  }
}
class C extends A { constructor(public c: number) { super(1) } }
class D extends A {
  constructor(
    public d: number = 3,
    private readonly e: Array<
      number
    > = [d],
  ) {
    super(d)
    ;[1].forEach(() => console.log(this.d, this.e))
  }
}
class E<T> { private constructor(protected t: T) { } static of<T>(t: T): E<T> { return new E<T>(t) } }
const F = class { constructor(readonly x = 1) { } }
console.log(new B(1, "c"), new C(2), new D(), E.of("z"), new F())
