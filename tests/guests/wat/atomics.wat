;; Atomic instructions, with which a timer can be built.
(component
  (core module (memory 1) (func (drop (i32.atomic.load (i32.const 0)))))
  CONTRACT)
