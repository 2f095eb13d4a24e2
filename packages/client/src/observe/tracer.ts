/** Attributes of a span. Undefined ones are omitted. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A traced operation. */
export interface Span {
  /** Sets an attribute. */
  set(name: string, value: string | number | boolean): void;
  /** Marks the span as failed. It still has to end. */
  fail(error: unknown): void;
}

/** Traces operations as spans. Each is a child of the span that is active when it starts. */
export interface Tracer {
  /** Runs `work` in a span of this name. The span ends when `work` settles, and is marked as failed if it rejects. */
  span<T>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<T>): Promise<T>;
}
