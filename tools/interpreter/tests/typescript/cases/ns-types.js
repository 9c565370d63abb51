;                 
;                                                    
;                                          
;                        
const Empty2          = 1;
console.log(Empty2)
