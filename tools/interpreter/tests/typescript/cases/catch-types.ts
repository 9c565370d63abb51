try { throw new Error("x"); } catch (e: unknown) { console.log((e as Error).message); }
try { throw { a: 1 }; } catch ({ a }: any) { console.log(a); }
try { throw 1 } catch { console.log("c") } finally { console.log("f") }
