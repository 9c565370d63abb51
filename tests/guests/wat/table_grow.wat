;; Takes table elements until there are none.
(table 10 funcref)
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (loop $again (br_if $again (i32.ne (table.grow (ref.null func) (i32.const 100)) (i32.const -1))))
  (unreachable))
