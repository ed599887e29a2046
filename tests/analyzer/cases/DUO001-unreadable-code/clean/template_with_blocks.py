"""A kitchen, of which others fill in parts."""

# % extends 'kitchen.py'

# % block oven
oven = dict(
    heat=180,
    {{ self.timer() }}
)
# % endblock
