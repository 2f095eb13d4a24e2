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
 * The part of a Tracer of OpenTelemetry's API that is used: `trace.getTracer('app')` of `@opentelemetry/api` returns
 * one.
 */
export interface OpenTelemetryTracer {
  startActiveSpan<F extends (span: OpenTelemetrySpan) => unknown>(
    name: string,
    options: { kind?: number; attributes?: Record<string, string | number | boolean> },
    work: F,
  ): ReturnType<F>;
}

/** OpenTelemetry's SpanKind.INTERNAL and CLIENT, and SpanStatusCode.ERROR: the API is not loaded here. */
const INTERNAL_KIND = 0;
const CLIENT_KIND = 2;
const FAILED = 2;

/**
 * Traces with OpenTelemetry: a span for each reconcile, and one inside it for each request that it sends. OpenTelemetry
 * itself knows the current span, so a context manager must be registered; spans of the reconciler and of other
 * libraries are then nested as well.
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
      const kind = 'http.request.method' in attributes ? CLIENT_KIND : INTERNAL_KIND;
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
    span.setStatus({ code: FAILED, message });
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
