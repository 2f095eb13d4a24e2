import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../test-support/start-test-server.ts';
import { memoryFiles } from '../../test-support/memory-files.ts';
import { sendToProvider } from '../../adapters/transport/send-to-provider.ts';
import type { ProviderRequest } from '../../surroundings/provider-request.ts';
import { idTokenExpiry } from './id-token.ts';
import type { IdentitySource } from './identity.ts';
import { oidcIdentity } from './oidc.ts';
import type { OidcTokens } from './oidc-config.ts';
import { saveOidcTokens } from './save-oidc-tokens.ts';

/** An unsigned JSON Web Token with these claims. */
function jwt(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.x`;
}

interface Provider {
  readonly source: IdentitySource;
  readonly clock: VirtualClock;
  readonly asked: ProviderRequest[];
  readonly saved: OidcTokens[];
}

const ca = '-----BEGIN CERTIFICATE-----\n';
const metadata = { status: 200, body: JSON.stringify({ token_endpoint: 'https://idp.test/token' }) };

/** An identity source whose provider sends these responses to token requests, in this order. */
function provider(
  tokens: Partial<OidcTokens>,
  answer: (request: number, clock: VirtualClock) => object | number,
  clientSecret: string | undefined = 's3cret&',
): Provider {
  const clock = createVirtualClock();
  const asked: ProviderRequest[] = [];
  const saved: OidcTokens[] = [];
  let requests = 0;
  const source = oidcIdentity({
    config: {
      issuerUrl: 'https://idp.test/realm/',
      clientId: 'kube ctl',
      clientSecret,
      tokens: { idToken: undefined, refreshToken: undefined, ...tokens },
      ca: async () => ca,
    },
    user: 'me',
    clock,
    send: async (request) => {
      asked.push(request);
      if (request.method === 'GET') return metadata;
      requests += 1;
      const given = answer(requests, clock);
      return typeof given === 'number'
        ? { status: given, body: JSON.stringify({ error: 'invalid_grant', error_description: 'ended' }) }
        : { status: 200, body: JSON.stringify(given) };
    },
    save: async (_before, after) => void saved.push(after),
  });
  return { source, clock, asked, saved };
}

const seconds = (clock: VirtualClock): number => clock.now() / 1000;

describe('oidcIdentity', () => {
  test('uses the id token until ten seconds before its expiry, then refreshes it once for all callers', async () => {
    const now = createVirtualClock().now() / 1000;
    const first = jwt({ exp: now + 60 });
    const { source, clock, asked, saved } = provider({ idToken: first, refreshToken: 'r1' }, (n, c) => ({
      id_token: jwt({ exp: seconds(c) + 60, n }),
      refresh_token: `r${n + 1}`,
    }));
    expect(await source.current()).toEqual({ authorization: `Bearer ${first}` });
    await clock.advance(49_000);
    expect(await source.current()).toEqual({ authorization: `Bearer ${first}` });
    await clock.advance(1000);
    const [one, two] = await Promise.all([source.current(), source.current()]);
    expect(two).toBe(one);
    expect(one.authorization).not.toBe(`Bearer ${first}`);
    expect(asked).toEqual([
      {
        method: 'GET',
        url: 'https://idp.test/realm/.well-known/openid-configuration',
        headers: { accept: 'application/json' },
        ca,
      },
      {
        method: 'POST',
        url: 'https://idp.test/token',
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${Buffer.from('kube%20ctl:s3cret%26').toString('base64')}`,
        },
        body: 'grant_type=refresh_token&refresh_token=r1',
        ca,
      },
    ]);
    expect(saved).toEqual([{ idToken: one.authorization?.slice(7), refreshToken: 'r2' }]);
    // The next refresh uses the new refresh token.
    await clock.advance(60_000);
    await source.current();
    expect(asked.at(-1)?.body).toBe('grant_type=refresh_token&refresh_token=r2');
  });

  test('starts without an id token, and sends the client id in the form if the header is rejected', async () => {
    const { source, asked } = provider({ refreshToken: 'r' }, (n, c) =>
      n === 1 ? 401 : { id_token: jwt({ exp: seconds(c) + 60 }) },
    );
    await source.current();
    expect(asked.at(-1)?.body).toBe(
      'grant_type=refresh_token&refresh_token=r&client_id=kube+ctl&client_secret=s3cret%26',
    );
  });

  test('is refreshed when the server rejects it, and not again at once', async () => {
    const now = createVirtualClock().now() / 1000;
    const { source, clock } = provider({ idToken: jwt({ exp: now + 3600 }), refreshToken: 'r' }, (n, c) => ({
      id_token: jwt({ exp: seconds(c) + 3600, n }),
    }));
    const first = await source.current();
    expect(await source.renew(first)).toBe(true);
    const second = await source.current();
    expect(second).not.toBe(first);
    expect(await source.renew(first)).toBe(true);
    expect(await source.renew(second)).toBe(false);
    await clock.advance(10_000);
    expect(await source.renew(second)).toBe(true);
  });

  const failures: [string, Partial<OidcTokens>, () => object | number, string][] = [
    ['no refresh token', {}, () => 500, 'there is no refresh-token'],
    ['a refusal', { refreshToken: 'sEcReT' }, () => 400, 'answered 400 (invalid_grant: ended)'],
    ['no id token', { refreshToken: 'sEcReT' }, () => ({ access_token: 'sEcReT' }), 'was the scope "openid" asked for'],
    ['a broken id token', { refreshToken: 'sEcReT' }, () => ({ id_token: 'sEcReT' }), 'without an id_token'],
  ];
  test.each(failures)('describes the problem: %s', async (_what, tokens, answer, words) => {
    const { source } = provider(tokens, answer);
    const error: unknown = await source.current().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'KB_OIDC_REFRESH_FAILED', message: expect.stringContaining(words) as string });
    expect(JSON.stringify(error) + String(error)).not.toContain('sEcReT');
    // The next call tries again.
    await expect(source.current()).rejects.toThrow(words);
  });

  test('never refreshes without a refresh token', async () => {
    const now = createVirtualClock().now() / 1000;
    const { source, asked } = provider({ idToken: jwt({ exp: now + 3600 }) }, () => 500);
    expect(await source.renew(await source.current())).toBe(false);
    expect(asked).toEqual([]);
  });
});

test.each([
  [jwt({ exp: 12.9 }), 12_000],
  [jwt({}), 0],
  [jwt([]), undefined],
  ['a.b', undefined],
  ['a.!!.c', undefined],
])('reads the expiry of %s', (token, expiry) => expect(idTokenExpiry(token)).toBe(expiry));

describe('saveOidcTokens', () => {
  const before = { idToken: 'aaa.bbb.ccc', refreshToken: 'old' };
  test('replaces the tokens in the file and nothing else', async () => {
    const files = memoryFiles({ '/k': '# mine, of old-time\nid-token: aaa.bbb.ccc\nrefresh-token: "old" # once\n' });
    const writeFile = async (path: string, text: string): Promise<void> => files.write(path, text);
    const after = { idToken: 'ddd.eee.fff', refreshToken: 'new' };
    expect(await saveOidcTokens({ file: '/k', readFile: files.readFile, writeFile }, before, after)).toBeUndefined();
    const text = new TextDecoder().decode(await files.readFile('/k'));
    expect(text).toBe('# mine, of old-time\nid-token: ddd.eee.fff\nrefresh-token: "new" # once\n');
  });

  test.each(['a: b', '1e3', '', 'x\ny'])(
    'does not save tokens that YAML could read as something else: %j',
    async (refreshToken) => {
      const files = memoryFiles({ '/k': 'refresh-token: old\n' });
      const writeFile = async (path: string, text: string): Promise<void> => files.write(path, text);
      await saveOidcTokens({ file: '/k', readFile: files.readFile, writeFile }, before, { ...before, refreshToken });
      expect(new TextDecoder().decode(await files.readFile('/k'))).toBe('refresh-token: old\n');
    },
  );

  test('returns why it failed', async () => {
    const { readFile } = memoryFiles({ '/k': '!EACCES' });
    const writeFile = async (): Promise<void> => undefined;
    expect(await saveOidcTokens({ file: '/k', readFile, writeFile }, before, before)).toBe('permission denied');
  });
});

test('sends requests to a provider over HTTP', async () => {
  await using server = await startTestServer((request, response) => {
    response.end(`${request.method} ${request.body}`);
  });
  const answer = await sendToProvider({
    method: 'POST',
    url: `${server.url}/token?x=1`,
    headers: { a: 'b' },
    body: 'c=d',
  });
  expect(answer).toEqual({ status: 200, body: 'POST c=d' });
  expect(server.seen).toMatchObject([{ url: '/token?x=1', headers: { a: 'b' } }]);
  await server.close();
  await expect(sendToProvider({ method: 'GET', url: server.url, headers: {} })).rejects.toMatchObject({
    code: 'KB_CONNECTION_REFUSED',
  });
});
