const r         = /[/"'`{}()]+/g          ;
const t         = `a${`b${1          }${((x        )         => x)(2)}`}c`;
const d = (4          ) / 2 / (1          );
const u = "//not" + '/*not*/'          ;
console.log("a/b{}".replace(r, "-"), t, d, u, /x/.test("x")           );
