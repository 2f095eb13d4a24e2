import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Finding, Reporter } from '../../diagnostic/reporter.ts';
import type { ts } from '../../compiler.ts';

/** A finding, and the place where it was made. */
export interface FoundFinding {
  readonly span: Span;
  readonly finding: Finding;
}

/**
 * A type that the compiler resolves to `any`, because its author wrote that, or because something inside it is wrong.
 */
export interface AnyFinding extends FoundFinding {
  /** The node of the type. */
  readonly written: ts.Node;
}

/** Collects findings before they are reported. */
export interface Findings {
  readonly reporter: Pick<Reporter, 'report'>;
  readonly addAny: (finding: AnyFinding) => void;
  readonly found: readonly FoundFinding[];
  readonly anys: readonly AnyFinding[];
}

/** Collects the findings of reading the sources; which of them are reported is decided at the end. */
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
