class Box                               { value; constructor(                value   ) { this.value = value;} map                  (f             )         { return new Box   (f(this.value)); } }
class Sub                   extends Box                        { }
class Multi 
    
   
  extends Map 
    
   
  {
}
;                     
const E = class    extends Array                        { };
const F = class                     { x = 1 };
console.log(new Box({ a: 1 }).map((x) => ({ b: x.a })), new Sub({ q: 1 }), new Multi                ([["a", 1]]).size, new E        (3).length, new F());
