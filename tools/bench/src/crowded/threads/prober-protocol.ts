/** What the prober saw while a work went on. Milliseconds. */
export interface Probed {
  /** From the sending of a GET to the end of its response. */
  readonly get: readonly number[];
  /** From the sending of a POST to the end of its response. */
  readonly create: readonly number[];
  /** From the sending of that POST to its watch event. */
  readonly event: readonly number[];
  /** By how much the prober itself was late at most: what the machine adds to the others. */
  readonly ownDelay: number;
}

/** Kinds of probes. */
export const probes = ['get', 'create', 'event'] as const;
