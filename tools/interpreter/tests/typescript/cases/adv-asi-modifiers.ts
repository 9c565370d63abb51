const a = [3]
let b: any = a
declare let zz: number
;[1].map((x) => x)
class K {
  static x = a
  public static [0 + "k"] = 4
  p = a
  readonly ["q"] = 2
  override
  y = 3
  declare
  z = 4
  m?
  n!: number
  static async = 1
  private async *h() {}
}
let c = b as any
++b
const d = (b as any)
/2/1
console.log(Object.keys(new K()), Object.keys(K), b, c, d)
