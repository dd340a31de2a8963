"""What species have done before their ships depart and after they have arrived.

One module an errand; the packages `pre_departure` and `post_arrival` say which of them their
sections accept. An errand reads its words, refuses what cannot be done before anything is changed,
does it, and tells the species.
"""
