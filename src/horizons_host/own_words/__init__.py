"""What the sender of a mail wrote, apart from quotations, signatures and what programs add."""
