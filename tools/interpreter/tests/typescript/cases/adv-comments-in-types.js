const a = (x                     , y        
                     )                 /* d */ => /* e */ `${x}${y.z}` // f
;                              // `
const r         = /[)\]}`'"]/g, s      = "'"
console.log(a(1, { z: "//" }), "a)b".replace(r, s))
