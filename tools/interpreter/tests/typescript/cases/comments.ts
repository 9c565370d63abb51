const a /* c1 */ : /* c2 */ number /* c3 */ = /* c4 */ 1; // as number
function f(/* p */ x /* q */ ? /* r */ : /* s */ number /* t */, // trailing
  y?: number) /* u */ : /* v */ number { return (x ?? 0) + (y ?? 5); }
class A /* i */ implements /* j */ B /* k */ { /* l */ public /* m */ x /* n */ = 1 }
interface B { /* } */ a: "}" /* " */ }
const b = a /* before */ as /* mid */ number // after
;(console.log(a, f(), new A(), b))
