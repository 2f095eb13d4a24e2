import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';

/**
 * When an OpenID Connect id token ends, in milliseconds since the epoch; 0 when it does not say. Undefined when it is
 * no JSON Web Token. Signatures are the server's business.
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
