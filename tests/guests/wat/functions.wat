;; Twenty thousand functions.
<<20000: (func (param i32) (result i32) (i32.add (local.get 0) (i32.const #)))
>>
