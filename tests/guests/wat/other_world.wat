;; A component for something else.
(component (core module $m) (instance $nothing) (export "acme:shop/till@1.0.0" (instance $nothing)))
