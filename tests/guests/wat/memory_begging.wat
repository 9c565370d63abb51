;; Asks for more memory without end, whatever it is told.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (loop $again (drop (memory.grow (i32.const 1))) (br $again))
  (unreachable))
