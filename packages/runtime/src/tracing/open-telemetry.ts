import { isError, messageOfThrown } from '@kb/apimachinery';
import type { Span, Tracer } from '@kb/client';

/** The part of a Span of OpenTelemetry's API that is used. */
export interface OpenTelemetrySpan {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  recordException(error: Error | string): void;
  end(): void;
}

/**
 * The part of a Tracer of OpenTelemetry's API that is used: what `trace.getTracer('app')` of `@opentelemetry/api`
 * answers.
 */
export interface OpenTelemetryTracer {
  startActiveSpan<F extends (span: OpenTelemetrySpan) => unknown>(
    name: string,
    options: { kind?: number; attributes?: Record<string, string | number | boolean> },
    work: F,
  ): ReturnType<F>;
}

/** OpenTelemetry's SpanKind.INTERNAL and CLIENT, and SpanStatusCode.ERROR: the API is not loaded here. */
const internal = 0;
const client = 2;
const failed = 2;

/**
 * Traces with OpenTelemetry: a span for each reconcile, and one inside it for each request that it sends. Which spans
 * are inside which is OpenTelemetry's own knowledge, so a context manager must be registered, and what the reconciler
 * or another library traces finds its place as well.
 *
 * ```ts
 * context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
 * createManager({ tracer: openTelemetryTracer(trace.getTracer('app')), … });
 * ```
 */
export function openTelemetryTracer(tracer: OpenTelemetryTracer): Tracer {
  return {
    span: (name, given, work) => {
      const attributes: Record<string, string | number | boolean> = {};
      for (const [key, value] of Object.entries(given)) if (value !== undefined) attributes[key] = value;
      const kind = 'http.request.method' in attributes ? client : internal;
      return tracer.startActiveSpan(name, { kind, attributes }, (span) => run(span, work));
    },
  };
}

async function run<T>(span: OpenTelemetrySpan, work: (span: Span) => Promise<T>): Promise<T> {
  const fail = (error: unknown): void => {
    const message = messageOfThrown(error);
    try {
      span.recordException(isError(error) ? error : message);
    } catch {
      // Its members throw when they are read.
      span.recordException(message);
    }
    span.setStatus({ code: failed, message });
  };
  try {
    return await work({ set: (name, value) => void span.setAttribute(name, value), fail });
  } catch (error) {
    fail(error);
    throw error;
  } finally {
    span.end();
  }
}
