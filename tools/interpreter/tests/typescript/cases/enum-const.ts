const enum Dir { Up = 1, Down, Left = Up + 10, Right }
console.log(Dir.Up, Dir.Down, Dir.Left, Dir.Right, Dir["Up"]);
function f() { const enum Local { A = 3, B } return Local.B; }
console.log(f());
