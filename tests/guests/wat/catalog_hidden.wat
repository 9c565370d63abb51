;; Its description has a sentence that a person does not see and a model does.

