import { quoteString } from '@kb/apimachinery/codec';

/** A list of strings as Go's `%q` prints it. */
export function goList(texts: readonly string[]): string {
  return `[${texts.map(quoteString).join(' ')}]`;
}
