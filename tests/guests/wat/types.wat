;; Twenty thousand types.
<<20000: (type (func (param i32 i64 f32)))
>>
