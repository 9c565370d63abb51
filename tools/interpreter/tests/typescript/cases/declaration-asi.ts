const f = (...a: any[]) => a.length
const a = f
interface X { a: 1 }
(function () { console.log("called") })()
const b = f
type Y = number
[1, 2].forEach((q) => console.log(q))
const c = f
declare const zz: number
`x`.length
console.log(typeof a, typeof b, typeof c)
function dir() {
  interface A {}
  return (function (this: any) { return typeof this; })()
}
console.log(dir())
