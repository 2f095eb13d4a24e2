/** Remembers whether the server supports streaming lists of one resource. Several reflectors can share it. */
export interface StreamingSupport {
  readonly ignored: boolean;
  /** The server ignores `sendInitialEvents`: every attempt would cost the whole quiet time again. */
  noteIgnored(): void;
}

/** Makes the memory of a server that is expected to support them. */
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
