/** Values that describe a span. Those that are undefined are left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A piece of work that is being traced. */
export interface Span {
  /** Adds a value, or replaces the one of that name. */
  set(name: string, value: string | number | boolean): void;
  /** The work failed. It still has to end. */
  fail(error: unknown): void;
}

/** Traces work as spans, each inside the one that is active where it begins. */
export interface Tracer {
  /** Runs `work` in a span of that name; the span ends when `work` settles, and is failed when it rejects. */
  span<T>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<T>): Promise<T>;
}
