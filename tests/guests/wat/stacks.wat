;; Stacks that it switches itself.
(component
  (core module (type $f (func)) (type $c (cont $f)) (func (drop (cont.new $c (ref.null $f)))))
  CONTRACT)
