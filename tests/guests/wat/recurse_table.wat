;; Two functions that call each other through a table without end.
(type $step (func (param i32)))
(table funcref (elem $left $right))
(func $left (type $step) (call_indirect (type $step) (i32.const 0) (i32.const 1)) (drop (i32.const 0)))
(func $right (type $step) (call_indirect (type $step) (i32.const 0) (i32.const 0)) (drop (i32.const 0)))
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (call_indirect (type $step) (i32.const 0) (i32.const 0))
  (unreachable))
