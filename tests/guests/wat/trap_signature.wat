;; Calls a function through the table as one of another type, which would let it read a number as a place.
(table funcref (elem $other))
(func $other (param f64))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (drop (call_indirect (param i64) (result i32) (i64.const 1) (i32.const 0)))
  (unreachable))
