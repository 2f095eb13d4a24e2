import type { Span } from '../diagnostic/diagnostic.ts';
import type { Finding } from '../diagnostic/reporter.ts';

/** Something that an API server takes and nobody means, and where it is said. */
export interface Doubt {
  readonly span: Span;
  readonly finding: Finding & { readonly severity: 'warning' };
}

/** A doubt about a place. */
export function doubt(span: Span, code: Finding['code'], message: string, hint: string): Doubt {
  return { span, finding: { code, severity: 'warning', message, hint } };
}
