"""What the sender of a mail wrote, apart from quotations, signatures and what programs add.

The known libraries were tried on the mails of `tests/host/mail_corpus.py`: of 66 answers
mail-parser-reply finds 20 exactly, email-reply-parser 27 and quotequail none. They are told the
languages or know only English, do not read answers between quoted lines, and look through texts in
more than linear time: email-reply-parser takes half a minute for 500 lines. So only facts were
taken from them, the words that programs write.
"""
