const one = (x            
            
) => ({ a: x });
const two = (x         
         ) => x * 2;
const three = async (
    
  
  x   , // comment
           
   
) => x;
function ret() {
  return (
     
    x   ) => x;
}
const four = (x                 
   
) => [x       ];
;            
console.log(one(1), two(2), await three(3), ret()(4), four(5));
