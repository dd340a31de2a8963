"""What workers do beside the pages: jobs in a queue, each held by one worker for a while."""
