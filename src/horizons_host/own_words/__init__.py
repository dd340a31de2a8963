"""What the sender of a mail wrote, apart from quotations, signatures and what programs add.

The known libraries were tried on the 66 answers of `tests/host/mail_corpus.py`: mail-parser-reply
finds 20 exactly, email-reply-parser 27. They read no answers between quoted lines, have to be told
the language or know English alone, and email-reply-parser takes half a minute for 500 lines of
attributions. So only facts were taken from them: the words that mail programs write.
"""
