import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';

/**
 * Returns the expiry of an OpenID Connect id token, in milliseconds since the epoch; 0 if it has none, undefined if it
 * is not a JSON Web Token. Does not verify the signature, which the server does.
 */
export function idTokenExpiry(token: string): number | undefined {
  const parts = token.split('.');
  const payload = parts[1];
  if (parts.length !== 3 || payload === undefined) return undefined;
  const claims = claimsOf(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!isJsonObject(claims)) return undefined;
  const { exp } = claims;
  return typeof exp === 'number' ? Math.trunc(exp) * 1000 : 0;
}

function claimsOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
