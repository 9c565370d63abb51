;                                         ;                                   
;                                                                                              
;                                                      
;                               ;                           
let x                                = null; let y                ; let z                    = [];
const o = { a: 1 }; let w                    ; let f                                              ;
let g                                                                                                       ;
console.log(x, y, z, w, f, g);
