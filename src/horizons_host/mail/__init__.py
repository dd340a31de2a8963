"""Play by mail, in which orders come in as mails and reports go out as mails."""
