;; Exceptions that would unwind through the host.
(component
  (core module (tag (param i32)) (func (throw 0 (i32.const 1))))
  CONTRACT)
