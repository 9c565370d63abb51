var Empty; (function (Empty) {})(Empty || (Empty = {}));
var Lines; (function (Lines) {
 
  Lines[Lines["A"] = 0] = "A";
   
  Lines[Lines["B"] = 2] = "B";
    /* c */ Lines[Lines["C"] = 3] = "C";
})(Lines || (Lines = {}));
var Math2; (function (Math2) { Math2[Math2["A"] = ~1] = "A";  Math2[Math2["B"] = 7 % 4] = "B";  Math2[Math2["C"] = 2 * 3 - 1] = "C";  Math2[Math2["D"] = 0xff] = "D";  Math2[Math2["E"] = 1 / 4] = "E";  Math2[Math2["F"] = 1.25] = "F";  Math2[Math2["G"] = +"3"       ] = "G";  Math2[Math2["H"] = (1 + 1)] = "H"; })(Math2 || (Math2 = {}));
var Self; (function (Self) { Self[Self["Self"] = 1] = "Self";  Self[Self["Other"] = Self.Self] = "Other";  Self[Self["Third"] = Self.Other] = "Third";  Self[Self["Fourth"] = Self2()] = "Fourth"; })(Self || (Self = {}));
function Self2() { return 9 }
var Neg; (function (Neg) { Neg[Neg["A"] = -2] = "A";  Neg[Neg["B"] = -1] = "B";  Neg[Neg["C"] = 0] = "C";  Neg[Neg["D"] = 1] = "D"; })(Neg || (Neg = {}));
var NaNs; (function (NaNs) { NaNs[NaNs["A"] = NaN] = "A";  NaNs[NaNs["B"] = 2 ** 3] = "B"; })(NaNs || (NaNs = {}));
console.log(Empty, Lines, Math2, Self, Neg, NaNs);
