;; Asks for four gigabytes at once, and crashes without.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (if (i32.eq (memory.grow (i32.const 65534)) (i32.const -1)) (then (unreachable)))
  (unreachable))
