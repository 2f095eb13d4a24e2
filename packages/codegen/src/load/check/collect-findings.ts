import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Finding, Reporter } from '../../diagnostic/reporter.ts';
import type { ts } from '../../compiler.ts';

/** A finding, and where it was made. */
export interface FoundFinding {
  readonly span: Span;
  readonly finding: Finding;
}

/**
 * A type that is `any` for the compiler, because its author has written that, or because something that it is made of
 * is wrong.
 */
export interface AnyFinding extends FoundFinding {
  /** What the type is written as. */
  readonly written: ts.Node;
}

/** Findings that are not reported yet. */
export interface Findings {
  readonly reporter: Pick<Reporter, 'report'>;
  readonly addAny: (finding: AnyFinding) => void;
  readonly found: readonly FoundFinding[];
  readonly anys: readonly AnyFinding[];
}

/** Collects what reading the sources finds: which of it is reported is only known afterwards. */
export function collectFindings(): Findings {
  const found: FoundFinding[] = [];
  const anys: AnyFinding[] = [];
  return {
    reporter: { report: (span, finding) => void found.push({ span, finding }) },
    addAny: (finding) => void anys.push(finding),
    found,
    anys,
  };
}
