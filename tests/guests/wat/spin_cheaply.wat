;; Fills sixty megabytes of memory with each instruction, so that little fuel is burnt for much work.
(func (export "bulkhead:tool/tools@0.1.0#call-tool") (type $call-tool)
  (drop (memory.grow (i32.const 900)))
  (loop $again
    (memory.fill (i32.const 65536) (i32.const 7) (i32.const 58982400))
    (br $again))
  (unreachable))
