"""Play by email, in which orders come in as emails and reports go out as mails."""
