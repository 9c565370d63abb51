;; Its catalog is no JSON.

