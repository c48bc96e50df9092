"""From the engine's evidence to static pages that open by double click.

`site.build` is the entry point. Each module has one idea: `words` says outcomes and numbers in
words, `mathml` turns one formula into MathML, `text` turns a mixture of words and formulas into
HTML, `limits` holds how much of one thing is shown, `matrices` writes exact numbers, `plots` draws
figures, `bars` histograms, `graph` lays out which claim uses which, `speed` reads what benchmarks
measured, `errata` sorts what broke and `errata_text` writes it for a letter to the authors, `kept_runs` shows
what experiments measured, `pages` puts together what each page
shows, and the templates only arrange it. The one script (`static/table.js`) sorts and filters a table that is
complete without it. Nothing here judges anything: outcomes arrive with the verdicts. Of the engine,
only its records are imported.
"""
