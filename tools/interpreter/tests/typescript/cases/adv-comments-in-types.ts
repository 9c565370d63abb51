const a = (x: /* ) => { */ number, y: { // }
  z: "//" /* `${ */ }): /* c */ string /* d */ => /* e */ `${x}${y.z}` // f
type T = `a${/* } */ string}b` // `
const r: RegExp = /[)\]}`'"]/g, s: "'" = "'"
console.log(a(1, { z: "//" }), "a)b".replace(r, s))
