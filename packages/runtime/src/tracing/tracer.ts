export type { Span, SpanAttributes, Tracer } from '@kb/client';
