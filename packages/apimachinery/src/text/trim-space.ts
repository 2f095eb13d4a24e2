/** Go's unicode.IsSpace: `trim` of JavaScript also removes U+FEFF, and leaves U+0085. */
const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Removes white space from the beginning and the end of a text: Go's strings.TrimSpace. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.test(text.charAt(start))) start += 1;
  while (end > start && SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Splits a text at white space, without empty parts: Go's strings.Fields. */
export function splitAtSpace(text: string): string[] {
  return text.split(SPACE).filter((part) => part !== '');
}
