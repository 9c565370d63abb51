;; A core module and no component.
(module (func (export "bulkhead:tool/tools@0.1.0#call-tool")))
