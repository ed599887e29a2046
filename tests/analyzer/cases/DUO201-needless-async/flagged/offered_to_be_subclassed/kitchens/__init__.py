"""Nobody is offered anything here."""
