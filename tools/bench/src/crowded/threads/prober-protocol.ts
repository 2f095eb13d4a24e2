/** The prober's measurements during a work, in milliseconds. */
export interface Probed {
  /** From sending a GET to the end of its response. */
  readonly get: readonly number[];
  /** From sending a POST to the end of its response. */
  readonly create: readonly number[];
  /** From sending that POST to its watch event. */
  readonly event: readonly number[];
  /** The maximum delay of the prober itself: the part of the waits that the machine may have caused. */
  readonly ownDelay: number;
}

/** The kinds of probes. */
export const probes = ['get', 'create', 'event'] as const;
