/**
 * The characters of a text as YAML and Go count them: Unicode code points, not UTF-16 units or grapheme
 * clusters.
 */
export function codePointsOf(text: string): string[] {
  return Array.from(text);
}
