const f = (...a       ) => a.length
const a = f
;                   
(function () { console.log("called") })()
const b = f
;              
[1, 2].forEach((q) => console.log(q))
const c = f
;                       
`x`.length
console.log(typeof a, typeof b, typeof c)
function dir() {
  ;             
  return (function (         ) { return typeof this; })()
}
console.log(dir())
