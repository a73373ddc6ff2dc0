"""The application: the command `tta`, matches between agents, studies of card balance."""

__all__ = ["__version__"]

__version__ = "0.1.0"
