
// only a comment

const x         = 1

console.log(x) // end
