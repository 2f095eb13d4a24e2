import { everythingIsAudited } from '../audit/everything.ts';
import type { Area, SignClaimsStep, Step } from '../../sequence.ts';
import { auditEvents, del, get, pod, pods, post, sequence, signClaims } from '../../steps.ts';
import { account, bearing, createAccount, ISSUER, review, selfReviews } from './tokens.ts';

const quiet = { quiet: true };
const secrets = '/api/v1/namespaces/${NS}/secrets';
const nodes = '/api/v1/nodes';
const JTI = '11111111-2222-4333-8444-555555555555';
const LEGACY = 'kubernetes.io/serviceaccount';
const ZERO = '00000000-0000-4000-8000-000000000000';
const times = { exp: 3600, iat: 0, nbf: 0 };

const withAccount: readonly Step[] = [createAccount, get(account, { save: { uid: 'metadata.uid' }, quiet: true })];
const serviceaccount = { name: 'a', uid: '${uid}' };

/** The claims of a valid token of the account, with others in place of some. */
const claims = (others: object = {}, kubernetes: object = {}): object => ({
  iss: ISSUER,
  aud: [ISSUER],
  jti: JTI,
  sub: 'system:serviceaccount:${NS}:a',
  'kubernetes.io': { namespace: '${NS}', serviceaccount, ...kubernetes },
  ...others,
});

/** The claims of the token of a Secret that does not exist. */
const legacyClaims = (others: object): object => ({
  iss: 'kubernetes/serviceaccount',
  sub: 'system:serviceaccount:${NS}:a',
  [`${LEGACY}/namespace`]: '${NS}',
  [`${LEGACY}/secret.name`]: 's',
  [`${LEGACY}/service-account.name`]: 'a',
  [`${LEGACY}/service-account.uid`]: '${uid}',
  ...others,
});

/** Signs claims, and shows what a review and a request make of the token. */
const presented = (of: object, options: Pick<SignClaimsStep, 'times' | 'header'> = { times }): readonly Step[] => [
  signClaims('token', of, options),
  review('${token}'),
  post(selfReviews, {}, bearing('${token}')),
];
const timed = (others: Record<string, number>): readonly Step[] =>
  presented(claims(), { times: { ...times, ...others } });
const bound = (object: object): readonly Step[] => presented(claims({}, object));

/** Tokens that have the right signature, whatever they claim. */
export const signedTokens: Area = {
  name: 'signed tokens',
  server: { auditPolicy: everythingIsAudited },
  sequences: [
    sequence(
      'times of signed tokens',
      ...withAccount,
      ...timed({}),
      ...timed({ exp: -20 }),
      ...timed({ exp: -100 }),
      ...timed({ nbf: 20 }),
      ...timed({ nbf: 100 }),
      ...timed({ iat: 20 }),
      ...timed({ iat: 100 }),
      ...timed({ iat: -1_000_000, nbf: -1_000_000 }),
      ...timed({ nbf: 100, exp: -100 }),
      ...presented(claims(), { times: {} }),
      ...presented(claims(), { times: { exp: 100 } }),
      ...presented(claims({ exp: 'soon' }), { times: {} }),
      ...presented(claims({ exp: 4102444800.5 }), { times: {} }),
      ...presented(claims({ exp: null }), { times: {} }),
    ),
    sequence(
      'issuers and audiences of signed tokens',
      ...withAccount,
      ...presented(claims({ iss: 'https://other' })),
      ...presented(claims({ iss: 'kubernetes/serviceaccount' })),
      ...presented(claims({ iss: `${ISSUER}/` })),
      ...presented(claims({ aud: ['other'] })),
      ...presented(claims({ aud: ISSUER })),
      ...presented(claims({ aud: 'other' })),
      ...presented(claims({ aud: [] })),
      ...presented(claims({ aud: undefined })),
      ...presented(claims({ aud: null })),
      ...presented(claims({ aud: 7 })),
      ...presented(claims({ aud: [7] })),
      ...presented(claims({ aud: ['other', ISSUER] })),
      ...presented(claims({ iss: undefined, ISS: ISSUER })),
      signClaims('token', claims({ aud: [] }), { times }),
      review('${token}', { audiences: ['other'] }),
    ),
    sequence(
      'keys of signed tokens',
      ...withAccount,
      ...presented(claims(), { times, header: { kid: 'other' } }),
      ...presented(claims(), { times, header: { kid: '' } }),
      ...presented(claims(), { times, header: { typ: 'JWT' } }),
      ...presented(claims(), { times, header: { alg: 'none' } }),
      ...presented(claims(), { times, header: { alg: 'ES384' } }),
      ...presented(claims(), { times, header: { alg: 'HS256' } }),
      ...presented(claims(), { times, header: { crit: ['exp'] } }),
    ),
    sequence(
      'accounts of signed tokens',
      ...withAccount,
      ...presented(claims({ sub: 'system:serviceaccount:${NS}:b' })),
      ...presented(claims({ sub: 'admin' })),
      ...presented(claims({ sub: undefined, jti: undefined })),
      ...bound({ serviceaccount: { name: 'a', uid: ZERO } }),
      ...bound({ serviceaccount: { name: 'a' } }),
      ...bound({ serviceaccount: { name: 'missing', uid: ZERO } }),
      ...bound({ serviceaccount: {} }),
      ...bound({ serviceaccount: undefined }),
      ...bound({ namespace: 'default' }),
      ...bound({ namespace: undefined }),
      ...presented(claims({ 'kubernetes.io': undefined })),
      ...presented(claims({ 'kubernetes.io': null })),
      ...presented(claims({ 'kubernetes.io': 'x' })),
      ...bound({ serviceaccount: 'a' }),
      ...bound({ namespace: 7 }),
      ...presented(claims({ jti: 7 })),
      ...presented(claims({ sub: 7 })),
    ),
    sequence(
      'claims of tokens in secrets',
      ...withAccount,
      ...[
        {},
        { sub: undefined },
        { sub: 'system:serviceaccount:${NS}:b' },
        { sub: 'admin' },
        { [`${LEGACY}/namespace`]: '' },
        { [`${LEGACY}/secret.name`]: undefined },
        { [`${LEGACY}/service-account.name`]: null },
        { [`${LEGACY}/service-account.uid`]: undefined },
        { [`${LEGACY}/service-account.uid`]: 7 },
        { aud: ['other'] },
        { exp: 1 },
      ].flatMap((others) => presented(legacyClaims(others), { times: {} })),
    ),
    sequence(
      'bound objects of signed tokens',
      ...withAccount,
      post(pods, pod('p', { serviceAccountName: 'a' }), { save: { pod: 'metadata.uid' }, quiet: true }),
      post(secrets, { metadata: { name: 's' } }, { save: { secret: 'metadata.uid' }, quiet: true }),
      post(nodes, { metadata: { name: '${NS}-node' } }, { save: { node: 'metadata.uid' }, quiet: true }),
      get(`${pods}/p`, quiet),
      ...bound({ pod: { name: 'p', uid: '${pod}' } }),
      ...bound({ pod: { name: 'p', uid: ZERO } }),
      ...bound({ pod: { name: 'p' } }),
      ...bound({ pod: { name: 'missing', uid: ZERO } }),
      ...bound({ secret: { name: 's', uid: '${secret}' } }),
      ...bound({ secret: { name: 's', uid: ZERO } }),
      ...bound({ secret: { name: 'missing', uid: ZERO } }),
      ...bound({ node: { name: '${NS}-node', uid: '${node}' } }),
      ...bound({ node: { name: '${NS}-node', uid: ZERO } }),
      ...bound({ node: { name: '${NS}-missing', uid: ZERO } }),
      ...bound({ pod: { name: 'p', uid: '${pod}' }, node: { name: '${NS}-node', uid: '${node}' } }),
      ...bound({ pod: { name: 'p', uid: '${pod}' }, node: { name: '${NS}-node', uid: ZERO } }),
      ...bound({ pod: { name: 'p', uid: '${pod}' }, secret: { name: 'missing', uid: ZERO } }),
      ...bound({ pod: null }),
      ...bound({ pod: 'p' }),
      ...bound({ warnafter: 1 }),
      ...bound({ warnafter: 4102444800 }),
      ...bound({ warnafter: 'soon' }),
      del(`${nodes}/\${NS}-node`, undefined, quiet),
    ),
    sequence(
      'what is audited of tokens that are refused',
      ...withAccount,
      signClaims('token', claims(), { times: { ...times, exp: -100 } }),
      get(pods, bearing('${token}')),
      signClaims('token', claims({ aud: ['other'] }), { times }),
      get(pods, bearing('${token}')),
      signClaims('token', claims({}, { serviceaccount: { name: 'a', uid: ZERO } }), { times }),
      post(pods, pod('p'), bearing('${token}')),
      get(pods, bearing('${token_header}.${token_claims}.AAAA')),
      signClaims('token', claims({ aud: [] }), { times }),
      get(`${pods}/missing`, bearing('${token}')),
      auditEvents(10),
    ),
  ],
};
