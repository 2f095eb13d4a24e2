import { type JsonObject, messageOfThrown } from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';
import { CredentialError } from '../../errors/credential-error.ts';
import type { ProviderResponse, SendToProvider } from '../../surroundings/provider-request.ts';
import { idTokenExpiry } from './id-token.ts';
import { basic } from './identity.ts';
import type { FreshOidcTokens, OidcConfig } from './oidc-config.ts';

/** Options of {@link refreshIdToken}. */
export interface RefreshOptions {
  readonly config: OidcConfig;
  readonly user: string;
  readonly refreshToken: string;
  readonly send: SendToProvider;
}

/**
 * Finds the issuer's token endpoint (OpenID Connect discovery), and requests a new id token from it. Rejects with a
 * CredentialError, whose message contains no token.
 */
export async function refreshIdToken({ config, user, refreshToken, send }: RefreshOptions): Promise<FreshOidcTokens> {
  const ca = config.ca === undefined ? {} : { ca: await config.ca() };
  const fail = (problem: string, cause?: unknown): CredentialError => {
    const message = `no new id-token for user "${user}" from ${config.issuerUrl}: ${problem}`;
    return new CredentialError('KB_OIDC_REFRESH_FAILED', message, { cause });
  };
  const ask: SendToProvider = async (request) => {
    try {
      return await send({ ...request, ...ca });
    } catch (error) {
      throw fail(messageOfThrown(error), error);
    }
  };

  const metadataUrl = `${config.issuerUrl.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const metadata = await ask({ method: 'GET', url: metadataUrl, headers: { accept: 'application/json' } });
  if (metadata.status !== 200) throw fail(`${metadataUrl} answered ${metadata.status}`);
  const url = jsonOf(metadata)?.['token_endpoint'];
  if (typeof url !== 'string' || !URL.canParse(url)) throw fail(`${metadataUrl} names no token_endpoint`);

  const answer = await requestToken(ask, url, config, refreshToken);
  const body = jsonOf(answer);
  if (answer.status < 200 || answer.status > 299) {
    throw fail(
      `its token endpoint answered ${answer.status}${reasonOf(body)}; log in again if the refresh-token has ended`,
    );
  }
  const idToken = body?.['id_token'];
  if (typeof idToken !== 'string' || idTokenExpiry(idToken) === undefined) {
    throw fail('its token endpoint answered without an id_token: was the scope "openid" asked for at the login?');
  }
  const rotated = body?.['refresh_token'];
  return { idToken, refreshToken: typeof rotated === 'string' && rotated !== '' ? rotated : refreshToken };
}

/** Sends the client id in the header and, if that is rejected, in the form: providers accept one or the other. */
async function requestToken(
  ask: SendToProvider,
  url: string,
  { clientId, clientSecret }: OidcConfig,
  refreshToken: string,
): Promise<ProviderResponse> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const post = (fields: Record<string, string>, headers: Record<string, string>): Promise<ProviderResponse> =>
    ask({
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const authorization = basic(encodeURIComponent(clientId), encodeURIComponent(clientSecret ?? ''));
  const first = await post(form, { authorization });
  if (first.status >= 200 && first.status <= 299) return first;
  return post({ ...form, client_id: clientId, ...(clientSecret && { client_secret: clientSecret }) }, {});
}

function jsonOf({ body }: ProviderResponse): JsonObject | undefined {
  try {
    const value = parseJson(body);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** The OAuth error and its description, if the body has them. */
function reasonOf(body: JsonObject | undefined): string {
  const words = [body?.['error'], body?.['error_description']].filter((word) => typeof word === 'string');
  return words.length === 0 ? '' : ` (${words.join(': ')})`;
}
