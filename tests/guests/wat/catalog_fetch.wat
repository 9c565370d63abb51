;; The schema of its tool is to be fetched from elsewhere.

