// Replaces `oidc.ts` of @kb/client's sources when its tests run on the packed package.
import type { LoadKubeConfigOptions } from '@kb/client';
import { loadKubeConfig } from 'packed:@kb/client';
import { type IdentitySource, packedIdentity } from './packed-identity.ts';

interface Tokens {
  readonly idToken: string | undefined;
  readonly refreshToken: string | undefined;
}

/** The options that tests pass to `oidcIdentity`. */
interface OidcOptions extends Required<Pick<LoadKubeConfigOptions, 'clock'>> {
  readonly config: {
    readonly issuerUrl: string;
    readonly clientId: string;
    readonly clientSecret: string | undefined;
    readonly tokens: Tokens;
    readonly ca: (() => Promise<string>) | undefined;
  };
  readonly user: string;
  readonly send: NonNullable<LoadKubeConfigOptions['sendToProvider']>;
  readonly save: (before: Tokens, after: Tokens) => Promise<void>;
}

/** Like the one of the sources. */
export function oidcIdentity({ config, user, clock, send, save }: OidcOptions): IdentitySource {
  const says = providerOf(config).then((provider) => ({ 'auth-provider': provider }));
  return packedIdentity(
    loadKubeConfig,
    { name: user, says },
    { server: 'https://a.test' },
    {
      env: {},
      clock,
      sendToProvider: send,
      writeFile: (_file, text) => save(config.tokens, savedTokens(text)),
    },
  );
}

async function providerOf({ issuerUrl, clientId, clientSecret, tokens, ca }: OidcOptions['config']): Promise<object> {
  return {
    name: 'oidc',
    config: {
      'idp-issuer-url': issuerUrl,
      'client-id': clientId,
      'client-secret': clientSecret,
      'id-token': tokens.idToken,
      'refresh-token': tokens.refreshToken,
      ...(ca && { 'idp-certificate-authority-data': Buffer.from(await ca()).toString('base64') }),
    },
  };
}

function savedTokens(text: string): Tokens {
  const { users } = JSON.parse(text) as { users: { user: { 'auth-provider': { config: Record<string, string> } } }[] };
  const config = users[0]?.user['auth-provider'].config;
  return { idToken: config?.['id-token'], refreshToken: config?.['refresh-token'] };
}
