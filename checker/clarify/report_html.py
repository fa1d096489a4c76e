"""The clarification report as one page for a browser or a printer, with nothing to be loaded."""

from __future__ import annotations

from html import escape

STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { font-family: system-ui, sans-serif; line-height: 1.2; }
h2 { margin-top: 3rem; border-bottom: 1px solid; padding-bottom: .3rem; }
h3 { margin-top: 2.2rem; font-size: 1rem; }
pre { padding: .7rem 1rem; border-left: 4px solid #8a5; overflow-x: auto; font-size: .9rem; line-height: 1.4; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8886; }
@media print {
  body { margin: 0; max-width: none; font-size: 10pt; }
  a { color: inherit; text-decoration: none; }
  h2, h3 { break-after: avoid; }
  pre, tr { break-inside: avoid; }
  pre { white-space: pre-wrap; }
}
"""


def as_page(title: str, markdown: str) -> str:
    """The page that the Markdown reads as."""
    from markdown_it import MarkdownIt

    body = MarkdownIt("commonmark").enable("table").render(markdown)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
