function f() {
  return (
          
   1);
}
function g() {
  return {
    a: 1,
  }     
              
   ;
}
const h = () => (    { a: 1 });
const i = () => (    function () { return 7; });
const j = (1   
        ) + 2;
console.log(f(), g(), h(), i()(), j);
