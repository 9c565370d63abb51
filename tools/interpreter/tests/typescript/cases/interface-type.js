;                                                                                                                
;                          
;                                                                   
;                                                  
;                        
;                                          
;                                  
;                            
;                   
;                                               
;                                                
;                                       
;                                                                                                    
         class Abs { ;                   }
console.log("types", typeof Abs);
