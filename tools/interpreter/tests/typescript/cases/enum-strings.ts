enum S { A = "a", B = `b`, C = A + "c", D = `${B}d`, E = A }
enum T { Q = S.A, R = "x" + 1, N = 5, M = N }
console.log(S, T, Object.keys(T));
