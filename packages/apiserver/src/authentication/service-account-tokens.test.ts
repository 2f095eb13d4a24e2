import { createPublicKey, verify } from 'node:crypto';
import { createVirtualClock, seededRandom, type VirtualClock } from '@kb/apimachinery';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { FrozenObject } from '../objects/api-object.ts';
import { readToken } from './json-web-token.ts';
import { createServiceAccountTokens, type ServiceAccountTokens } from './service-account-tokens.ts';
import { OWN_AUDIENCE, type TokenDemand } from './token-claims.ts';

afterEach(() => vi.restoreAllMocks());

const demand: TokenDemand = {
  namespace: 'ns',
  serviceAccount: { name: 'a', uid: '1' },
  audiences: [OWN_AUDIENCE],
  seconds: 600,
};

interface Lab {
  readonly clock: VirtualClock;
  readonly tokens: ServiceAccountTokens;
  readonly objects: Map<string, FrozenObject['metadata']>;
  /** Why a token is invalid, or the name of its user. */
  readonly resultOf: (token: string) => string | undefined;
}

function start(): Lab {
  const clock = createVirtualClock();
  const objects = new Map<string, FrozenObject['metadata']>([['serviceaccounts ns/a', { uid: '1' }]]);
  const tokens = createServiceAccountTokens({
    clock,
    random: seededRandom(1),
    find: (plural, namespace, name) => {
      const metadata = objects.get(`${plural} ${namespace}/${name}`);
      return metadata && { apiVersion: 'v1', kind: '', metadata };
    },
    labelSecret: () => undefined,
  });
  const resultOf = (token: string): string | undefined => {
    const check = tokens.check(token, [OWN_AUDIENCE]);
    return 'user' in check ? check.user.name : check.problem;
  };
  return { clock, tokens, objects, resultOf };
}

const signatureOf = (token: string): Buffer => Buffer.from(token.split('.')[2] ?? '', 'base64url');

const USER = 'system:serviceaccount:ns:a';

test('a token is valid until a minute after it expires', async () => {
  const { clock, tokens, resultOf } = start();
  const { token } = tokens.issue(demand);
  expect(resultOf(token)).toBe(USER);
  await clock.advance(660_000);
  expect(resultOf(token)).toBe(USER);
  await clock.advance(1);
  expect(resultOf(token)).toBe('service account token has expired');
});

test('the use of a token is noted as stale once its program should have read a newer one', async () => {
  const { clock, tokens, objects } = start();
  objects.set('pods ns/p', { uid: '2' });
  const { token } = tokens.issue({ ...demand, bound: { pod: { name: 'p', uid: '2' } }, seconds: 3607 });
  const noted: string[] = [];
  const use = { warn: () => undefined, annotate: (key: string, value: string) => noted.push(`${key}: ${value}`) };
  tokens.check(token, [OWN_AUDIENCE], use);
  await clock.advance(3_607_000);
  tokens.check(token, [OWN_AUDIENCE], use);
  expect(noted).toEqual([]);
  await clock.advance(5_000);
  tokens.check(token, [OWN_AUDIENCE], use);
  expect(noted).toEqual([
    'authentication.k8s.io/stale-token: subject: system:serviceaccount:ns:a, seconds after warning threshold: 5',
  ]);
});

test('a token is not valid before it is issued', async () => {
  const { clock, tokens } = start();
  const late = createVirtualClock();
  await late.advance(3_600_000);
  const now = vi.spyOn(clock, 'now').mockImplementation(() => late.now());
  const { token } = tokens.issue(demand);
  now.mockRestore();
  expect(tokens.check(token, [OWN_AUDIENCE])).toEqual({ problem: 'service account token is not valid yet' });
});

test('a token is valid until a minute after its account is deleted', async () => {
  const { clock, tokens, objects, resultOf } = start();
  const { token } = tokens.issue(demand);
  objects.set('serviceaccounts ns/a', { uid: '1', deletionTimestamp: new Date(clock.now()).toISOString() });
  await clock.advance(60_000);
  expect(resultOf(token)).toBe(USER);
  await clock.advance(1);
  expect(resultOf(token)).toBe('service account ns/a has been deleted');
});

test('a token is valid until a minute after what it is bound to is deleted', async () => {
  const { clock, tokens, objects, resultOf } = start();
  const { token } = tokens.issue({ ...demand, bound: { pod: { name: 'p', uid: '2' } } });
  expect(resultOf(token)).toBe('service account token has been invalidated');
  objects.set('pods ns/p', { uid: '2', deletionTimestamp: new Date(clock.now()).toISOString() });
  expect(resultOf(token)).toBe(USER);
  await clock.advance(60_001);
  expect(resultOf(token)).toBe('service account token has been invalidated');
});

test('a token of a Pod names its node, which need not exist', () => {
  const { tokens, objects } = start();
  objects.set('pods ns/p', { uid: '2' });
  const { token, id } = tokens.issue({ ...demand, bound: { pod: { name: 'p', uid: '2' }, node: { name: 'n' } } });
  expect(tokens.check(token, [OWN_AUDIENCE])).toMatchObject({
    user: {
      uid: '1',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'],
      extra: {
        'authentication.kubernetes.io/credential-id': [`JTI=${id}`],
        'authentication.kubernetes.io/node-name': ['n'],
        'authentication.kubernetes.io/pod-name': ['p'],
        'authentication.kubernetes.io/pod-uid': ['2'],
      },
    },
  });
});

test('others can verify a token with the public key', () => {
  const { tokens } = start();
  const { token } = tokens.issue(demand);
  const [header = '', claims = '', signature = ''] = token.split('.');
  const { id, x, y } = tokens.publicKey();
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'ES256', kid: id });
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const bytes = Buffer.from(signature, 'base64url');
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true);
});

test('a token of another server is invalid, with its key or without', () => {
  const { tokens, resultOf } = start();
  const { token } = start().tokens.issue(demand);
  expect(resultOf(token)).toBe('invalid signature, no keys found');
  const [, claims = '', signature = ''] = token.split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: tokens.publicKey().id })).toString('base64url');
  expect(resultOf(`${header}.${claims}.${signature}`)).toBe('go-jose/go-jose: error in cryptographic primitive');
});

test('a token with any character changed is invalid, unless it stands for the same bytes', () => {
  const { tokens, resultOf } = start();
  const { token } = tokens.issue(demand);
  const original = readToken(token);
  fc.assert(
    fc.property(
      fc.nat(token.length - 1),
      fc.constantFrom('A', 'a', 'z', '0', '9', '-', '_', '.', '=', '+', ' ', '{'),
      (index, character) => {
        const changed = `${token.slice(0, index)}${character}${token.slice(index + 1)}`;
        const { signed, signature } = readToken(changed) ?? {};
        const isSame =
          signed === original?.signed && Buffer.compare(signature ?? Buffer.of(), signatureOf(token)) === 0;
        expect(resultOf(changed) === USER).toBe(isSame);
      },
    ),
    { seed: Number(process.env['KB_SEED'] ?? 1), numRuns: 1000 },
  );
});

test.each(['', '.', '..', 'x', '__proto__', 'e30.e30.e30', 'bnVsbA.bnVsbA.', '{}', 'a.b.c.d'])(
  '%j is not a token',
  (text) => expect(start().resultOf(text)).toBeUndefined(),
);

test('a text that is longer than a header is not read', () => {
  const { tokens, resultOf } = start();
  const { token } = tokens.issue({ ...demand, audiences: [OWN_AUDIENCE, 'x'.repeat(200_000)] });
  expect(resultOf(token)).toBeUndefined();
});

test('tokens stay valid when more are in use than are remembered', () => {
  const { tokens, resultOf } = start();
  const issued = Array.from({ length: 1002 }, () => tokens.issue(demand).token);
  for (const token of issued) expect(resultOf(token)).toBe(USER);
  expect(resultOf(issued[0] ?? '')).toBe(USER);
});

test('the key is generated once, when a token needs it', () => {
  const load = vi.spyOn(process, 'getBuiltinModule');
  const { tokens, resultOf } = start();
  resultOf('unknown');
  expect(load).not.toHaveBeenCalled();
  const { token } = tokens.issue(demand);
  expect(tokens.issue(demand).token).not.toBe(token);
  expect(resultOf(token)).toBe(USER);
  expect(load).toHaveBeenCalledOnce();
});
