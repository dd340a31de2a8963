"""Play by mail: orders come in as mails, receipts and reports go out as mails."""
