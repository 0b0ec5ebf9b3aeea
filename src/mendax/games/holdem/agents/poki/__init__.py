"""`poki`: an agent like the published Loki and Poki programs: hand strength, an opponent model and simulation."""
