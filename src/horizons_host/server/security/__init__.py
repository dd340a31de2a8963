"""What keeps strangers out: who asks, headers of answers, forms of other sites."""
