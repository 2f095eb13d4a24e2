/** This process does not hold the lease any more, or cannot be sure to: the reason of a start that rejects, and of a write that was not sent. */
export class LeadershipLostError extends Error {
  override readonly name = 'LeadershipLostError';
  readonly code = 'LeadershipLost';
  constructor(message = 'leader election lost') {
    super(message);
  }
}
