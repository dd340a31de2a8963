"""The words that the sender of a mail wrote, without quotations, signatures and footers.

Known libraries were tested on the 66 answers of `tests/host/mail_corpus.py`: mail-parser-reply
reads 20 exactly, email-reply-parser 27. They miss answers between quoted lines, need to be told
the language or know only English, and email-reply-parser takes half a minute for 500 lines of
attributions. So only facts were taken from them: the phrases that mail programs write.
"""
