const a         = 1;
;            
            
 
var E; (function (E) {
  E[E["A"] = 0] = "A"; 
  E["B"] = "b"; 
})(E || (E = {}));
console.log(a, E);
