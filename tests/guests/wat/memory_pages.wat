;; A memory whose pages are a byte.
(component
  (core module (memory 1 (pagesize 1)))
  CONTRACT)
