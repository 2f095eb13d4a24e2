import type { Span } from '../diagnostic/diagnostic.ts';
import type { Finding } from '../diagnostic/reporter.ts';

/** A setting that an API server accepts, but that is probably a mistake, and its place. */
export interface Warning {
  readonly span: Span;
  readonly finding: Finding & { readonly severity: 'warning' };
}

/** A warning about a place. */
export function warning(span: Span, code: Finding['code'], message: string, hint: string): Warning {
  return { span, finding: { code, severity: 'warning', message, hint } };
}
