import type { Area, RequestStep, Step } from '../../sequence.ts';
import { del, get, mergePatch, post, sequence, sequenceAlone, signToken } from '../../steps.ts';
import { account, bearing, createAccount, ISSUER, review, selfReviews } from './tokens.ts';

const secrets = '/api/v1/namespaces/${NS}/secrets';
const tracking = '/api/v1/namespaces/kube-system/configmaps/kube-apiserver-legacy-service-account-token-tracking';
const quiet = { quiet: true };
const NAME = 'kubernetes.io/service-account.name';
const INVALID_SINCE = 'kubernetes.io/legacy-token-invalid-since';
const LAST_USED = 'kubernetes.io/legacy-token-last-used';
const ZERO = '00000000-0000-4000-8000-000000000000';

/** Creates a Secret for the account `a`, with data that an earlier step saved. */
const createSecret = (name: string, data: object = {}, metadata: object = {}): RequestStep =>
  post(
    secrets,
    {
      metadata: { name, annotations: { [NAME]: 'a' }, ...metadata },
      type: 'kubernetes.io/service-account-token',
      data,
    },
    quiet,
  );

const withAccount: readonly Step[] = [
  createAccount,
  get(account, { save: { uid: 'metadata.uid' }, quiet: true }),
  signToken('token', 's', { name: 'a', uid: '${uid}' }),
];
/** An account and a Secret with a token of it. */
const withToken = (metadata: object = {}): readonly Step[] => [
  ...withAccount,
  createSecret('s', { token: '${token_base64}' }, metadata),
];
const labels = (values: object): RequestStep => mergePatch(`${secrets}/s`, { metadata: { labels: values } }, quiet);

/** Tokens in Secrets of the type `kubernetes.io/service-account-token`. */
export const tokensInSecrets: Area = {
  name: 'tokens in secrets',
  sequences: [
    sequence(
      'a token that a secret contains',
      ...withToken(),
      review('${token}'),
      post(selfReviews, {}, bearing('${token}')),
      get(`${secrets}/s`, { shows: 'last-used' }),
      get(`${secrets}/s`, bearing('${token}')),
      review('${token}', { audiences: [ISSUER] }),
      review('${token}', { audiences: ['other'] }),
      review('${token}', { audiences: ['other', ISSUER, 'more'] }),
    ),
    sequence(
      'a token that was last used long ago',
      ...withToken({ labels: { [LAST_USED]: '2000-01-01', a: 'b' } }),
      get(`${secrets}/s`),
      review('${token}'),
      get(`${secrets}/s`, { shows: '"manager":"kube-apiserver"' }),
    ),
    sequence(
      'a token that no secret contains',
      ...withAccount,
      review('${token}'),
      post(selfReviews, {}, bearing('${token}')),
    ),
    sequence(
      'a token that another secret contains',
      ...withAccount,
      createSecret('t', { token: '${token_base64}' }),
      review('${token}'),
    ),
    sequence(
      'a token that has been replaced',
      ...withAccount,
      createSecret('s', { token: Buffer.from('other').toString('base64') }),
      review('${token}'),
      mergePatch(`${secrets}/s`, { data: { token: '' } }, quiet),
      review('${token}', {}, { shows: 'copy' }),
      mergePatch(`${secrets}/s`, { data: { token: '${token_base64}' } }, quiet),
      review('${token}', {}, { shows: '"authenticated":true' }),
    ),
    sequence(
      'a token in a secret of another type',
      ...withAccount,
      post(secrets, { metadata: { name: 's' }, data: { token: '${token_base64}' } }, quiet),
      review('${token}'),
    ),
    sequence(
      'a token whose secret is deleted',
      ...withToken(),
      del(`${secrets}/s`, undefined, quiet),
      review('${token}', {}, { shows: 'invalidated' }),
      post(selfReviews, {}, { ...bearing('${token}'), until: 401 }),
    ),
    sequence(
      'a token whose secret is held',
      ...withToken({ finalizers: ['example.com/held'] }),
      del(`${secrets}/s`, undefined, quiet),
      review('${token}', {}, { shows: 'invalidated' }),
      mergePatch(`${secrets}/s`, { metadata: { finalizers: null } }, quiet),
    ),
    sequence(
      'a token whose account is deleted',
      ...withToken(),
      del(account, undefined, quiet),
      review('${token}', {}, { shows: 'not found' }),
      createAccount,
      review('${token}', {}, { shows: 'does not match' }),
    ),
    sequence(
      'a token whose account is held',
      ...withToken(),
      mergePatch(account, { metadata: { finalizers: ['example.com/held'] } }, quiet),
      del(account, undefined, quiet),
      review('${token}', {}, { shows: 'has been deleted' }),
      mergePatch(account, { metadata: { finalizers: null } }, quiet),
    ),
    sequence(
      'a token of an account with another uid',
      createAccount,
      signToken('token', 's', { name: 'a', uid: ZERO }),
      createSecret('s', { token: '${token_base64}' }),
      review('${token}'),
    ),
    sequence(
      'a token of a missing account',
      signToken('token', 's', { name: 'a', uid: ZERO }),
      createSecret('s', { token: '${token_base64}' }),
      review('${token}'),
    ),
    sequence(
      'a token that is marked invalid',
      ...withToken({ labels: { [INVALID_SINCE]: '2000-01-01' } }),
      review('${token}'),
      post(selfReviews, {}, bearing('${token}')),
      get(`${secrets}/s`, { shows: 'last-used' }),
      labels({ [INVALID_SINCE]: '' }),
      review('${token}', {}, { shows: '"authenticated":true' }),
    ),
    sequence(
      'a token that the account refers to',
      ...withToken(),
      mergePatch(account, { secrets: [{ name: 'other' }, { name: 's' }] }, quiet),
      get(account, { shows: '"name":"s"', quiet: true }),
      post(selfReviews, {}, { ...bearing('${token}'), warns: 'auto-generated' }),
      review('${token}'),
      get('/api/v1/namespaces/${NS}/pods', { ...bearing('${token}'), warns: 'auto-generated' }),
    ),
    sequence(
      'a token that is changed',
      ...withToken(),
      review('${token_header}.${token_claims}.AAAA'),
      review('${token_header}.${token_claims}'),
      review('${token} more'),
    ),
    sequenceAlone(
      'the map that says since when the use of tokens is noted',
      get(tracking),
      mergePatch(tracking, { data: { since: 'x', more: 'y' } }, quiet),
      get(tracking, { shows: '"since":"2' }),
      mergePatch(tracking, { data: { since: '2001-02-30' } }, quiet),
      get(tracking, { shows: '"since":"202' }),
      mergePatch(tracking, { data: { since: '2000-01-01' } }),
      get(tracking),
    ),
  ],
};
