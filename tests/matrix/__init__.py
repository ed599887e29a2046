"""Every context × every kind of callable × every outcome: each combination is one test that runs."""
