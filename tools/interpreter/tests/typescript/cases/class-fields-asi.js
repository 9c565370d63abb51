const k = "dyn"
const arr      = [1, 2, 3]
class A {
  x = arr
  ;      [k] = 5
  y = arr;      
  [k + "2"]         = 6
  get;       
  foo() { return 1 }
  set;        
  bar(v        ) { return v }
  static;        
  static
  *gen() { yield 1 }
  z = arr
  ;       *g2()      { yield 2 }
  w = 1
  ;          
  abc() {}
  in;       
  q = 1
           in2 = 3
  async;       
  baz() {}
}
const a = new A()       
console.log(Object.keys(a), a.x, a.dyn, a.foo(), a.bar(3), [...a.g2()])
