/** What a {@link LeadershipLostError} knows about a write. */
export interface UnsentWrite {
  /** As {@link LeadershipLostError.sent}. */
  readonly sent: boolean;
}

/**
 * This process no longer holds the lease, or cannot be sure that it does: the error of a manager's start, of a write
 * that was not sent, and the reason of aborted reconciles.
 */
export class LeadershipLostError extends Error {
  override readonly name = 'LeadershipLostError';
  readonly code = 'KB_LEADERSHIP_LOST';
  /**
   * Whether a write may have reached the server. False: nothing was sent, or the server refused it without processing
   * (401, 429). True: an earlier attempt was sent, and the server may have processed it; no other attempt follows.
   * Undefined: the error is not about one write, or the write was in flight when the lease was lost. The message says
   * it too.
   */
  readonly sent: boolean | undefined;
  constructor(write?: UnsentWrite) {
    super(messageOf(write));
    this.sent = write?.sent;
  }
}

function messageOf(write: UnsentWrite | undefined): string {
  if (!write) return 'leader election lost';
  if (!write.sent) return 'leader election lost: the write was not sent';
  return 'leader election lost: the write was not sent again; an earlier attempt was, and the server may have carried it out';
}
