;; Says that the schema of its tool is no JSON.
(func (export "bulkhead:tool/tools@0.1.0#list-tools") (result i32)
  (memory.fill (i32.const 512) (i32.const 0) (i32.const 128))
  (i32.store (i32.const 512) (i32.const 520))
  (i32.store (i32.const 516) (i32.const 1))
  (i32.store (i32.const 520) (i32.const 1024)) (i32.store (i32.const 524) (i32.const 1))
  (i32.store (i32.const 540) (i32.const 1032)) (i32.store (i32.const 544) (i32.const 1))
  (i32.store (i32.const 548) (i32.const 1032)) (i32.store (i32.const 552) (i32.const 1))
  (i32.const 512))
