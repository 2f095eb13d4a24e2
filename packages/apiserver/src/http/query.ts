/** A query parameter that is on unless it says otherwise, by the rule of apimachinery: absent, `false` and `0` are false; anything else, empty included, is true. */
export function booleanParameter(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== 'false' && value !== '0';
}
