const a = [3]
let b      = a
;                     
 [1].map((x) => x)
class K {
  static x = a
         static [0 + "k"] = 4
  p = a
  ;        ["q"] = 2
  override
  y = 3
  declare
  z = 4
  m;
  n;        
  static async = 1
          async *h() {}
}
let c = b       
++b
const d = (b       )
/2/1
console.log(Object.keys(new K()), Object.keys(K), b, c, d)
