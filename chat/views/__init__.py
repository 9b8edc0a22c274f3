"""The chat pages, one module a subject. Function views: full page, or fragment for htmx."""
