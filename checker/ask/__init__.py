"""What `hexcheck ask` does: the questions of scenes answered, in text or JSON.

The text of scenes comes in; answers go out as a judge reads them, or InputError with the nearest form.
"""
