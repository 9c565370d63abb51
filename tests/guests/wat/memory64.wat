;; A memory of more than four gigabytes, whose accesses no guard page stops.
(component
  (core module (memory i64 1))
  CONTRACT)
