/** How much is measured. */
export interface RuntimeSizes {
  /** How many AppServices: each in a namespace and with a process of its own. Events are measured over the first. */
  readonly objects: readonly number[];
  /** How many AppServices get a child. */
  readonly children: number;
  /** Changes that are sent, each of another object. */
  readonly events: number;
  readonly eventsPerSecond: number;
  /** Reconciles at one time. */
  readonly workers: number;
  /** How long an operator rests before its memory is taken for settled. */
  readonly restSeconds: number;
}

/** The sizes of the report; `objects` instead of its own. */
export function runtimeSizes(objects: readonly number[] = [10_000, 50_000]): RuntimeSizes {
  const smallest = Math.min(...objects);
  return {
    objects,
    children: Math.min(4000, smallest),
    // The p99 of fewer is one or two pauses of the server.
    events: Math.min(4000, smallest),
    eventsPerSecond: 200,
    workers: 8,
    restSeconds: 20,
  };
}

/** Enough to warm up the machine and the server. */
export function warmUpSizes(sizes: RuntimeSizes): RuntimeSizes {
  return { ...sizes, restSeconds: 1, events: Math.min(200, sizes.events) };
}
