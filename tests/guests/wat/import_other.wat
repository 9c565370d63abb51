;; Wants an interface of the host in another form.
(component
  (import "bulkhead:tool/logging@0.1.0" (instance (export "log" (func (param "size" u64)))))
  CONTRACT)
