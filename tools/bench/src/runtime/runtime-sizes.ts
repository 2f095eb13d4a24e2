/** The sizes of the benchmark. */
export interface RuntimeSizes {
  /** Numbers of AppServices; for each there is a namespace and a process. Events are measured with the first. */
  readonly objects: readonly number[];
  /** How many AppServices get a child. */
  readonly children: number;
  /** How many changes are sent, each to a different object. */
  readonly events: number;
  readonly eventsPerSecond: number;
  /** The number of concurrent reconciles. */
  readonly workers: number;
  /** How many seconds an operator idles before its memory counts as settled. */
  readonly restSeconds: number;
}

/** Returns the sizes of the report, or those for other numbers of objects. */
export function runtimeSizes(objects: readonly number[] = [10_000, 50_000]): RuntimeSizes {
  const smallest = Math.min(...objects);
  return {
    objects,
    children: Math.min(4000, smallest),
    // With fewer events, one or two pauses of the server decide the p99.
    events: Math.min(4000, smallest),
    eventsPerSecond: 200,
    workers: 8,
    restSeconds: 20,
  };
}

/** Returns smaller sizes, enough to warm up the machine and the server. */
export function warmUpSizes(sizes: RuntimeSizes): RuntimeSizes {
  return { ...sizes, restSeconds: 1, events: Math.min(200, sizes.events) };
}
