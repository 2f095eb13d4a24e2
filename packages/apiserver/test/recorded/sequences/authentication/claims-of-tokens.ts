import type { Area } from '../../sequence.ts';
import { del, pod, pods, post, sequence } from '../../steps.ts';
import { account, bearing, boundTo, createAccount, ISSUER, requestToken, review, selfReviews } from './tokens.ts';

const secrets = '/api/v1/namespaces/${NS}/secrets';
const nodes = '/api/v1/nodes';
const quiet = { quiet: true };
const whoAmI = post(selfReviews, {}, bearing('${token}'));

/** What tokens say, and which user they are. */
export const claimsOfTokens: Area = {
  name: 'claims of tokens',
  sequences: [
    sequence(
      'audiences and times',
      createAccount,
      requestToken(),
      requestToken({ audiences: [ISSUER, 'other'], expirationSeconds: 600 }),
      review('${token}', { audiences: ['other', ISSUER, 'further'] }),
      review('${token}', { audiences: ['other', 'other'] }),
      requestToken({ audiences: ['other', 'other', ''], expirationSeconds: 4294967296 }),
      requestToken({ expirationSeconds: 3607 }),
    ),
    sequence(
      'a dry run',
      createAccount,
      post(`${account}/token?dryRun=All`, {}, { save: { token: 'status.token' }, showsClaims: true }),
      whoAmI,
    ),
    sequence(
      'tokens that are bound to Pods',
      createAccount,
      post(nodes, { metadata: { name: '${NS}-node' } }, quiet),
      post(pods, pod('p', { serviceAccountName: 'a' }), quiet),
      post(pods, pod('placed', { serviceAccountName: 'a', nodeName: '${NS}-node' }), quiet),
      post(pods, pod('lost', { serviceAccountName: 'a', nodeName: '${NS}-none' }), quiet),
      requestToken(boundTo('Pod', 'p')),
      whoAmI,
      requestToken({ ...boundTo('Pod', 'placed'), expirationSeconds: 3607 }),
      whoAmI,
      review('${token}'),
      requestToken(boundTo('Pod', 'lost')),
      whoAmI,
      requestToken({ ...boundTo('Pod', 'p'), expirationSeconds: 3607, audiences: [ISSUER, ISSUER] }),
      requestToken({ ...boundTo('Pod', 'p'), expirationSeconds: 3607, audiences: [ISSUER, 'other'] }),
      requestToken({ ...boundTo('Pod', 'p'), expirationSeconds: 3606 }),
      del(`${nodes}/\${NS}-node`, undefined, quiet),
    ),
    sequence(
      'tokens that are bound to Secrets and nodes',
      createAccount,
      post(nodes, { metadata: { name: '${NS}-node' } }, quiet),
      post(secrets, { metadata: { name: 's' } }, quiet),
      requestToken(boundTo('Secret', 's')),
      whoAmI,
      requestToken({ ...boundTo('Node', '${NS}-node'), expirationSeconds: 3607 }),
      whoAmI,
      review('${token}'),
      requestToken(boundTo('Node', '${NS}-none')),
      requestToken(boundTo('constructor', 'x')),
      requestToken({ boundObjectRef: { apiVersion: 'v2', kind: 'Secret', name: 's' } }),
      del(`${nodes}/\${NS}-node`, undefined, quiet),
    ),
  ],
};
