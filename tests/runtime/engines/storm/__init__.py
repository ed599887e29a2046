"""A storm: workers under load while processes and services are killed and stopped, and what must hold after it."""
