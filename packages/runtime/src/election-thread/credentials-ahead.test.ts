import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import {
  type ClusterAccess,
  type KubeConfigObject,
  type KubeConfigUser,
  loadKubeConfig,
  type SendToProvider,
} from '@kb/client';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minutes, seconds } from '../durations.ts';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { postCredentials } from './post-credentials.ts';

/** Makes an unsigned JSON Web Token with these claims. */
function idToken(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.x`;
}

/** An identity provider whose tokens have this lifetime, while it responds at all. */
function provider(clock: VirtualClock, life: number) {
  const state = { given: 0, answers: true };
  const issue = (): string => {
    state.given += 1;
    return idToken({ exp: (clock.now() + life) / 1000, n: state.given });
  };
  const send: SendToProvider = async ({ method }) => {
    if (!state.answers) return { status: 503, body: '' };
    const token_endpoint = 'https://idp.test/token';
    const body = method === 'GET' ? { token_endpoint } : { id_token: issue(), refresh_token: 'r' };
    return { status: 200, body: JSON.stringify(body) };
  };
  return { state, issue, send };
}

const accessOf = (
  clock: VirtualClock,
  user: Partial<KubeConfigUser>,
  { sendToProvider, ...more }: Partial<KubeConfigObject> & { sendToProvider?: SendToProvider },
): Promise<ClusterAccess> =>
  loadKubeConfig({
    kubeConfig: {
      clusters: [{ name: 'a', server: 'https://a.test', skipTLSVerify: false }],
      users: [{ name: 'me', ...user }],
      contexts: [{ name: 'a', cluster: 'a', user: 'me' }],
      currentContext: 'a',
      ...more,
    },
    env: {},
    clock,
    ...(sendToProvider && { sendToProvider }),
  });

const withOidc = (clock: VirtualClock, { issue, send }: ReturnType<typeof provider>): Promise<ClusterAccess> => {
  const config = { 'idp-issuer-url': 'https://idp.test', 'client-id': 'c', 'id-token': issue(), 'refresh-token': 'r' };
  return accessOf(clock, { authProvider: { name: 'oidc', config } }, { sendToProvider: send });
};

/** Posts the credentials of an access; `last` returns the last posted bearer token. */
function posting(clock: VirtualClock, access: ClusterAccess, maxStall: number) {
  const { log, lines } = recordingLogger();
  const posted: string[] = [];
  const source = postCredentials({
    access,
    clock,
    maxStall,
    log,
    post: ({ headers }) => posted.push(String(headers['authorization']).replace('Bearer ', '')),
  });
  return { ...source, posted, lines, last: (): string => posted.at(-1) ?? '' };
}

/** Returns how long a token is still valid. */
const left = (clock: VirtualClock, token: string): number => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { exp: number };
  return claims.exp * 1000 - clock.now();
};

describe('a token of OpenID Connect', () => {
  test('is posted so early that it outlasts a stall which begins at any moment', async () => {
    const clock = createVirtualClock();
    const idp = provider(clock, minutes(10));
    const access = await withOidc(clock, idp);
    // The thread could not read it itself.
    expect(access.parts?.()).toBeUndefined();
    const { posted, last, stop } = posting(clock, access, minutes(1));
    const lefts: number[] = [];
    for (let second = 0; second < 3600; second += 1) {
      await clock.advance(seconds(1));
      lefts.push(left(clock, last()));
    }
    stop();
    expect(Math.min(...lefts)).toBeGreaterThanOrEqual(minutes(1));
    expect(posted).toHaveLength(8);
  });

  test('of any lifetime outlasts a stall or half of its lifetime, and is not requested more often', async () => {
    const life = fc.integer({ min: 60, max: 7200 }).map(seconds);
    const stall = fc.integer({ min: 1, max: 300 }).map(seconds);
    await fc.assert(
      fc.asyncProperty(life, stall, async (lives, maxStall) => {
        const clock = createVirtualClock();
        const idp = provider(clock, lives);
        const { last, stop } = posting(clock, await withOidc(clock, idp), maxStall);
        const steps = Math.ceil((3 * lives) / seconds(5));
        const lefts: number[] = [];
        for (let step = 0; step < steps; step += 1) {
          await clock.advance(seconds(5));
          lefts.push(left(clock, last()));
        }
        stop();
        // It is checked every ten seconds, and a token counts as expired ten seconds before its end.
        const half = (lives - seconds(10)) / 2;
        expect(Math.min(...lefts)).toBeGreaterThanOrEqual(Math.min(maxStall, half - seconds(10)));
        expect(idp.state.given).toBeLessThanOrEqual(2 + (steps * seconds(5)) / half);
      }),
      { numRuns: 30 },
    );
  });

  test('stays in use while the provider does not respond, and is replaced when it does', async () => {
    const clock = createVirtualClock();
    const idp = provider(clock, minutes(10));
    const { posted, lines, stop } = posting(clock, await withOidc(clock, idp), minutes(1));
    idp.state.answers = false;
    await clock.advance(minutes(9));
    expect([posted.length, lines]).toEqual([1, []]);
    idp.state.answers = true;
    await clock.advance(seconds(10));
    stop();
    expect(posted).toHaveLength(2);
  });
});

test("the main thread obtains the credentials of a program's KubeConfig, even when its user has none in it", async () => {
  const clock = createVirtualClock();
  const now = { token: 'one' };
  const access = await accessOf(
    clock,
    {},
    addedByTheProgram(async () => now.token),
  );
  expect(access.parts?.()).toBeUndefined();
  const posts = posting(clock, access, minutes(1));
  const { posted, stop } = posts;
  await clock.advance(minutes(1));
  now.token = 'two';
  await clock.advance(seconds(10));
  expect(posted).toEqual(['one', 'two']);
  now.token = 'three';
  posts.refused();
  await clock.settle();
  stop();
  expect(posted).toEqual(['one', 'two', 'three']);
});

/** What client-node's KubeConfig has after `addAuthenticator`. */
const addedByTheProgram = (token: () => Promise<string>) => ({
  custom_authenticators: ['one'],
  applyToHTTPSOptions: async (options: { headers?: unknown }): Promise<void> => {
    Object.assign(options.headers ?? {}, { Authorization: `Bearer ${await token()}` });
  },
});
