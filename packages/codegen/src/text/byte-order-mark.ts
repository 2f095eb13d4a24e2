/** Removes a byte order mark (U+FEFF) at the beginning of a text. */
export function withoutMark<T extends string | undefined>(text: T): T | string {
  return text?.startsWith('\uFEFF') === true ? text.slice(1) : text;
}
