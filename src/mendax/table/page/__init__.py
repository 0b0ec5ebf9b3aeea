"""The page in the browser: files that are served as they are. `jsconfig.json` says how they are checked."""
