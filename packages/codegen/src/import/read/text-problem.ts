import type { Finding } from '../../diagnostic/reporter.ts';

/** A part of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What is wrong with a text, and where in it. */
export interface TextProblem extends Finding {
  readonly at: TextRange;
}

/** What to do about a text that is not all there. */
export const cutOffHint = 'the file seems to be cut off: get the whole of it';

/** A way into a JSON value: keys of objects, and indexes of lists. */
export type JsonPath = readonly (string | number)[];

/** A path as the API server prints it: `spec.versions[0].name`; what is no plain name in brackets and quotes. */
export function formatPath(path: JsonPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (/^[\w$-]+$/.test(part)) text += text === '' ? part : `.${part}`;
    else text += `[${quoted(part)}]`;
  }
  return text;
}

/** A text in quotes, on one line, cut where it is long: texts of a stranger's file stand in messages. */
export function quoted(text: string): string {
  const limit = 80;
  return JSON.stringify(text.length > limit ? `${text.slice(0, limit)}…` : text);
}
