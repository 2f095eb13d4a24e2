import { stringifyJson } from '../../codec/stringify-json.ts';
import type { JsonValue } from '../../json.ts';

/**
 * The most objects and lists of a value that a message shows in Go's form. A schema takes about a thousand characters
 * there, so more of them would not fit an answer, and nobody would read them.
 */
const MOST_SHOWN = 4_000;

/**
 * A value as a message of kube-apiserver shows it, as the JSON of its Go structs.
 *
 * @param value The value as it was sent.
 * @param print Returns its Go structs. Not called for a value of more than 4,000 objects and lists: the message then
 *   says only how large it is.
 */
export function shownInGo(value: unknown, print: () => JsonValue): string {
  if (partsUpTo(MOST_SHOWN + 1, value) > MOST_SHOWN) return `(more than ${MOST_SHOWN} objects and lists)`;
  return stringifyJson(print(), { escapeHtml: true });
}

/** The objects and lists in a value, itself included, counted until there are `most`. */
function partsUpTo(most: number, value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 1;
  for (const child of Object.values(value)) {
    if (count >= most) break;
    count += partsUpTo(most - count, child);
  }
  return count;
}
