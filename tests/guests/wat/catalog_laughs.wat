;; The schema of its tool is small and stands for a billion others.

