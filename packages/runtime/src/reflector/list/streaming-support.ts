/** Remembers whether the server supports streaming lists of one resource. Several reflectors can share it. */
export interface StreamingSupport {
  readonly ignored: boolean;
  /** Notes that the server ignores `sendInitialEvents`: every further attempt would cost the whole quiet time again. */
  noteIgnored(): void;
}

/** Makes the record for one resource; the server is expected to support streaming lists. */
export function createStreamingSupport(): StreamingSupport {
  let ignored = false;
  return {
    get ignored() {
      return ignored;
    },
    noteIgnored: () => {
      ignored = true;
    },
  };
}
