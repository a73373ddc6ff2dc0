"""Replaying games that were recorded on another implementation.

One idea per module:

    records     reading the files: header, steps, final result, deck orders
    cards       names of cards there and numbers here
    actions     which of our moves a recorded action stands for
    view        our state in the words of the records
    compare     fields that differ
    departures  known differences of the other implementation, each with its condition
    takeover    writing recorded values into our state
    replay      one game from the first decision to the final score
    report      texts and JSON
"""
