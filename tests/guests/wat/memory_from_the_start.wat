;; Declares four gigabytes, so that they would be there before it runs.
(memory (export "memory") 65536)
