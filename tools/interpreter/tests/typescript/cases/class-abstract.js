         class Shape { name;
  constructor(                   name        ) { this.name = name;}
  ;                      
  ;                            
  ;                                        
  ;                   
  describe()         { return `${this.name} ${this.area()}`; }
         static make()        { return new Sq(2); }
}
class Sq extends Shape                                 { side;
           kind = "sq"; tag         = "t";
  constructor(        side        ) { super("sq"); this.side = side; }
           area()         { return this.side ** 2; }
  get sides() { return 4; }
}
;                   ;                     
const C = abstract_();
function abstract_() { return abstract; }
var abstract         = 3;
console.log(Shape.make().describe(), new Sq(3), C);
