import type { TextRange } from '../yaml/reader/yaml-node.ts';

/** What is wrong with a document, and where in its text. */
export interface DocumentProblem {
  /**
   * `conflict`: a merge left one. `template`: a directive of Helm's stands where a value has to be, or was left out.
   * `depth`: it nests too deeply.
   */
  readonly kind: 'syntax' | 'conflict' | 'template' | 'depth';
  /** Default: an error. */
  readonly severity?: 'warning';
  /** Without a full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly at: TextRange;
}

/** The hint for a text that is cut off. */
export const CUT_OFF_HINT = 'the file seems to be cut off: get the whole of it';

/** A text in quotes, on one line and cut when long: for showing untrusted text in messages. */
export function quoteShort(text: string): string {
  const limit = 80;
  return JSON.stringify(text.length > limit ? `${text.slice(0, limit)}…` : text);
}
