;; Answers, and spins when it is told that the answer was read.
(func (export "cabi_post_bulkhead:tool/tools@0.1.0#call-tool") (param i32) (loop $again (br $again)))
