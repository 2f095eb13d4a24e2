import { methodNotSupportedHere, resourceNotFound } from '@kb/apimachinery';
import type { Reply } from '../answers/reply.ts';
import { OWN_AUDIENCE } from '../authentication/token-claims.ts';
import type { ApiRequest } from '../context/api-request.ts';
import type { ServerContext } from '../context/server-context.ts';
import { toBytes } from '../http/encode.ts';
import { refuse } from '../refuse.ts';
import { requireAccepted } from './require-accepted.ts';

const CONFIGURATION = '/.well-known/openid-configuration';
const KEYS = '/openid/v1/jwks';

/** The paths of the documents by which others check tokens of service accounts. */
export const openIdPaths: readonly string[] = [CONFIGURATION, KEYS];

/**
 * Serves these documents; undefined for another path. Throws the StatusError of a method other than GET, or of a
 * request that does not accept the document's media type.
 */
export function openIdReply(server: ServerContext, { method, path, headers }: ApiRequest): Reply | undefined {
  const document = openIdPaths.find((one) => path === one || path.startsWith(`${one}/`));
  if (document === undefined) return undefined;
  if (path.length > document.length + 1) return refuse(resourceNotFound());
  if (method !== 'GET') return refuse(methodNotSupportedHere());
  const type = document === KEYS ? 'application/jwk-set+json' : 'application/json';
  requireAccepted(headers.accept, type);
  const body = document === KEYS ? keys(server) : configuration(headers.host);
  const cached = { 'cache-control': 'public, max-age=3600' };
  return { type: 'raw', status: 200, contentType: type, body: toBytes(JSON.stringify(body)), headers: cached };
}

/** `host`: the name by which the client knows the server. Default: that of the issuer. */
function configuration(host = new URL(OWN_AUDIENCE).host): object {
  return {
    issuer: OWN_AUDIENCE,
    jwks_uri: `https://${host}${KEYS}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}

function keys({ serviceAccountTokens }: ServerContext): object {
  const { id, x, y } = serviceAccountTokens.publicKey();
  return { keys: [{ use: 'sig', kty: 'EC', kid: id, crv: 'P-256', alg: 'ES256', x, y }] };
}
