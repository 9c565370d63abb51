;; Structs that the host would collect.
(component
  (core module (type (struct (field i32))))
  CONTRACT)
