;                      
                 
            
             
   
 
;           
       
       
     
                
      
;             
            
            
        
function over(
  a     ,
  b        = "a",
)        {
  return b;
}
console.log(new Error().stack !== undefined, over(1));
