;; Components, one in the other.
(component
  <<40: (component >> <<40: )>>
  CONTRACT)
