import type { Area } from '../../sequence.ts';
import { del, get, pod, pods, post, sequence } from '../../steps.ts';
import { account, bearing, boundTo, createAccount, ISSUER, requestToken, review, selfReviews } from './tokens.ts';

const secrets = '/api/v1/namespaces/${NS}/secrets';
const quiet = { quiet: true };
const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const json = (value: unknown): string => encoded(JSON.stringify(value));
const ours = json({ iss: ISSUER, sub: 'system:serviceaccount:default:default', aud: [ISSUER], exp: 4102444800 });
const header = '${token_header}';
const claims = '${token_claims}';
const signature = '${token_signature}';

/** Tokens that are refused, with the reason that reviews tell. */
export const invalidTokens: Area = {
  name: 'invalid tokens',
  sequences: [
    sequence(
      'tokens that are changed',
      createAccount,
      requestToken({}, quiet),
      review(`${header}.${ours}.${signature}`),
      review(`${header}.${claims}.`),
      review(`${header}.${claims}.AAAA`),
      review(`${header}.${claims}.${encoded('x'.repeat(64))}`),
      review(`${json({ alg: 'none' })}.${claims}.`),
      review(`${json({ alg: 'none' })}.${claims}.${signature}`),
      review(`${json({ alg: 'HS256' })}.${claims}.${signature}`),
      review(`${json({ alg: 'ES256', kid: 'other' })}.${claims}.${signature}`),
      review(`${json({ alg: 'ES256', kid: '' })}.${claims}.${signature}`),
      review(`${json({ alg: 7 })}.${claims}.${signature}`),
      review(`${json({ alg: 'ES256', kid: 7 })}.${claims}.${signature}`),
      review(`${json({ alg: 'ES256', crit: ['b64'] })}.${claims}.${signature}`),
      review(`${json({})}.${claims}.${signature}`),
      review(`${json([])}.${claims}.${signature}`),
      review(`${json(null)}.${claims}.${signature}`),
      review(`.${claims}.${signature}`),
      review(`${encoded('{')}.${claims}.${signature}`),
      review(`${header}.${claims}.${signature}A`),
      review(`${header}.${claims}.${signature}==`),
      review(`${header}.${claims}.${signature}.`),
      review(`${header}.${claims}`),
      review(` ${header}.${claims}.${signature} `),
      review(`${header}.${claims}.${signature}\n`),
      review(`${header}.${claims}.${signature} more`),
      post(selfReviews, {}, bearing(`${header}.${ours}.${signature}`)),
      post(selfReviews, {}, bearing(`${header}.${claims}.`)),
      post(selfReviews, {}, bearing('${token}')),
    ),
    sequence(
      'claims that are foreign',
      createAccount,
      requestToken({}, quiet),
      ...[
        { iss: 'https://other' },
        { iss: 'kubernetes/serviceaccount' },
        { iss: 7 },
        { ISS: ISSUER },
        {},
        [],
        null,
        'x',
        { iss: ISSUER },
        { iss: [ISSUER] },
      ].map((value) => review(`${header}.${json(value)}.${signature}`)),
      review(`${header}.${encoded(`{"iss":"${ISSUER}"`)}.${signature}`),
      review(`${json({ alg: 'ES256' })}..AAAA`),
      review('..'),
      review('a.b.c'),
      review('{"payload":"","signatures":[]}'),
      review('.'.repeat(10_000)),
    ),
    sequence(
      'tokens for others',
      createAccount,
      requestToken({ audiences: ['a"b', 'other'] }, quiet),
      review('${token}'),
      review('${token}', { audiences: ['x', ''] }),
      post(selfReviews, {}, bearing('${token}')),
      get(pods, bearing('${token}')),
    ),
    sequence(
      'tokens of accounts that are deleted',
      createAccount,
      requestToken({}, quiet),
      del(account, undefined, quiet),
      review('${token}', {}, { shows: 'not found' }),
      post(selfReviews, {}, { ...bearing('${token}'), until: 401 }),
      createAccount,
      review('${token}', {}, { shows: 'does not match' }),
    ),
    sequence(
      'tokens of bound objects that are deleted',
      createAccount,
      post(pods, pod('p', { serviceAccountName: 'a' }), quiet),
      requestToken(boundTo('Pod', 'p'), quiet),
      del(`${pods}/p`, { gracePeriodSeconds: 0 }, quiet),
      review('${token}', {}, { shows: 'invalidated' }),
      post(pods, pod('p', { serviceAccountName: 'a' }), quiet),
      review('${token}', {}, { shows: 'does not match' }),
      post(secrets, { metadata: { name: 's' } }, quiet),
      requestToken(boundTo('Secret', 's'), quiet),
      del(`${secrets}/s`, undefined, quiet),
      review('${token}', {}, { shows: 'invalidated' }),
      post(secrets, { metadata: { name: 's' } }, quiet),
      review('${token}', {}, { shows: 'does not match' }),
      post('/api/v1/nodes', { metadata: { name: '${NS}-node' } }, quiet),
      requestToken(boundTo('Node', '${NS}-node'), quiet),
      del('/api/v1/nodes/${NS}-node', undefined, quiet),
      review('${token}', {}, { shows: 'invalidated' }),
      post('/api/v1/nodes', { metadata: { name: '${NS}-node' } }, quiet),
      review('${token}', {}, { shows: 'does not match' }),
      del('/api/v1/nodes/${NS}-node', undefined, quiet),
    ),
  ],
};
