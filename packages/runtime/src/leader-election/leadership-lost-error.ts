/** What a {@link LeadershipLostError} says about a write. */
export interface UnsentWrite {
  /** As {@link LeadershipLostError.sent}. */
  readonly sent: boolean;
}

/**
 * This process does not hold the lease any more, or cannot be sure to: the reason of a start that rejects, of a write
 * that was not sent, and of reconciles that are aborted.
 */
export class LeadershipLostError extends Error {
  override readonly name = 'LeadershipLostError';
  readonly code = 'KB_LEADERSHIP_LOST';
  /**
   * Of a write: whether it may have reached the server. False: nothing of it was sent, or the server refused to begin
   * with it (401, 429). True: an earlier attempt was sent, and the server may have carried it out; none is sent any
   * more. Undefined: this is not about one write, or the write was under way when the lease was lost. The message says
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
