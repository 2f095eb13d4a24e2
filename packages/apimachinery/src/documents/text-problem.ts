import type { TextRange } from '../yaml/reader/yaml-node.ts';

/** A problem in a document, with its place. */
export interface DocumentProblem {
  /**
   * `conflict`: a merge conflict. `template`: a Helm directive is in place of a value, or was ignored. `depth`: the
   * document nests too deeply.
   */
  readonly kind: 'syntax' | 'conflict' | 'template' | 'depth';
  /** The severity. Default: error. */
  readonly severity?: 'warning';
  /** The message, without a full stop. */
  readonly message: string;
  /** The remedy. */
  readonly hint?: string;
  readonly at: TextRange;
}

/** The hint for a text that is cut off. */
export const CUT_OFF_HINT = 'the file seems to be cut off: get the whole of it';

/** Quotes a text on one line, shortened if it is long, to show untrusted text in messages. */
export function quoteShort(text: string): string {
  const limit = 80;
  return JSON.stringify(text.length > limit ? `${text.slice(0, limit)}…` : text);
}
