/**
 * Whether streaming lists of one resource are worth asking for. One can be shared by several reflectors of the
 * resource.
 */
export interface StreamingSupport {
  readonly ignored: boolean;
  /** The server takes no notice of `sendInitialEvents`: every attempt would cost the whole quiet interval again. */
  noteIgnored(): void;
}

/** Makes one that hopes for the best. */
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
