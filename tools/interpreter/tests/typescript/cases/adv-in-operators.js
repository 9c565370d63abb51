const o                         = { a: 1 }
const k = "a"                   in o
const t = (o       ) instanceof (Object       )
const u = typeof o .a  === ("number"          ) && !(     o).b && o?.["a"]  > (0          )
const v = +o.a , w = (-o.a ) ** 1 === -1 ? 1 : 2
console.log(k, t, u, v)
