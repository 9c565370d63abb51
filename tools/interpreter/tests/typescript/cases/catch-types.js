try { throw new Error("x"); } catch (e         ) { console.log((e         ).message); }
try { throw { a: 1 }; } catch ({ a }     ) { console.log(a); }
try { throw 1 } catch { console.log("c") } finally { console.log("f") }
