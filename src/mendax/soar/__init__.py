"""The real Soar kernel from Python: rules in, working memory kept up to date, commands out."""
