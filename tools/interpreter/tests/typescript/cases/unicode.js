const ünï         = "日本語 😀";
;                       const after        = "🎉"; console.log(ünï, after);
var Grün; (function (Grün) { Grün[Grün["Äpfel"] = 1] = "Äpfel";  Grün[Grün["日本"] = 2] = "日本";  Grün[Grün["Übel"] = Grün.Äpfel | 2] = "Übel"; })(Grün || (Grün = {}));
const f = (x      )      => x.slice(2)       ; console.log(f("😀😀"), Grün);
