var Dir; (function (Dir) { Dir[Dir["Up"] = 1] = "Up";  Dir[Dir["Down"] = 2] = "Down";  Dir[Dir["Left"] = Dir.Up + 10] = "Left";  Dir[Dir["Right"] = 12] = "Right"; })(Dir || (Dir = {}));
console.log(Dir.Up, Dir.Down, Dir.Left, Dir.Right, Dir["Up"]);
function f() { let Local; (function (Local) { Local[Local["A"] = 3] = "A";  Local[Local["B"] = 4] = "B"; })(Local || (Local = {})); return Local.B; }
console.log(f());
