/**
 * The tokens of a JSON pointer (RFC 6901), as the API server reads them: text before the first slash is ignored, so
 * that `data/a` is `/a`. Undefined for a text without a slash: an empty one names the whole document, any other one
 * nothing.
 */
export function parseJsonPointer(pointer: string): readonly string[] | undefined {
  const tokens = pointer.split('/');
  if (tokens.length < 2) return undefined;
  return tokens.slice(1).map(unescapeToken);
}

/** Makes a JSON pointer from its tokens. */
export function formatJsonPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function unescapeToken(token: string): string {
  return token.includes('~') ? token.replace(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~')) : token;
}
