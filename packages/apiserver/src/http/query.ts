/**
 * Reads a query as Go does: what has a semicolon, or an invalid escape, is left out. `+` is a blank.
 */
export function parseQuery(text: string): URLSearchParams {
  if (!text.includes('%') && !text.includes(';')) return new URLSearchParams(text);
  return new URLSearchParams(
    text
      .split('&')
      .filter((pair) => !pair.includes(';') && !/%(?![0-9a-f]{2})/i.test(pair))
      .join('&'),
  );
}

/**
 * A query parameter that is on unless it says otherwise, by the rule of apimachinery: absent, `false` in upper or lower
 * case and `0` are false; anything else, empty included, is true.
 */
export function booleanParameter(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}
