;; Wants what no host has.
(component
  (import "wasi:threads/spawn@0.2.0" (instance))
  CONTRACT)
