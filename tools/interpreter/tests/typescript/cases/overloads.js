;                             
;                            
function f(x     )      { return x; }
class A { x;
  ;                    
  ;                   
  m(x     )      { return x; }
  ;                      
  ;                     
  constructor(       x     ) { this.x = x;}
  ;                
  static s(x         ) { return x; }
}
console.log(f(1), f("a"), new A(3).m(1), new A("s").x, A.s());
