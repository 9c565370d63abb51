
// only a comment

const x: number = 1

console.log(x) // end
