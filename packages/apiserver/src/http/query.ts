/** Parses a query as Go does: parameters with a semicolon or an invalid escape are dropped. `+` is a space. */
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
 * A boolean query parameter, by apimachinery's rule: absent, `false` in any case and `0` are false; anything else,
 * including an empty value, is true.
 */
export function booleanParameter(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}
