;; Has the names of the contract and nothing of what belongs to them.
(component CONTRACT)
