const k = "dyn"
const arr: any = [1, 2, 3]
class A {
  x = arr
  public [k] = 5
  y = arr as any
  [k + "2"]: number = 6
  get: number
  foo() { return 1 }
  set?: string
  bar(v: number) { return v }
  static: boolean
  static
  *gen() { yield 1 }
  z = arr
  private *g2(): any { yield 2 }
  w = 1
  abc(): void
  abc() {}
  in: number
  q = 1
  readonly in2 = 3
  async: number
  baz() {}
}
const a = new A() as any
console.log(Object.keys(a), a.x, a.dyn, a.foo(), a.bar(3), [...a.g2()])
