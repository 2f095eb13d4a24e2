import type { Area } from '../../sequence.ts';
import { del, pod, pods, post, sequence } from '../../steps.ts';
import { account, boundTo, createAccount, ISSUER, requestToken, review } from './tokens.ts';

const quiet = { quiet: true };
const reviews = '/apis/authentication.k8s.io/v1/tokenreviews';

/** Reviews of tokens: for whom a token is, and what of it is told. */
export const audiencesOfReviews: Area = {
  name: 'audiences of token reviews',
  sequences: [
    sequence(
      'a token for the API server',
      createAccount,
      requestToken({}, quiet),
      review('${token}'),
      review('${token}', { audiences: [] }),
      review('${token}', { audiences: [ISSUER] }),
      review('${token}', { audiences: ['other'] }),
      review('${token}', { audiences: ['other', ISSUER] }),
      review('${token}', { audiences: [ISSUER, ISSUER] }),
      review('${token}', { audiences: [''] }),
      review('${token}', { audiences: [`${ISSUER}/`] }),
      review('${token}', { audiences: null }),
    ),
    sequence(
      'a token for others',
      createAccount,
      requestToken({ audiences: ['one', 'two'] }, quiet),
      review('${token}'),
      review('${token}', { audiences: [ISSUER] }),
      review('${token}', { audiences: ['one'] }),
      review('${token}', { audiences: ['two', 'one'] }),
      review('${token}', { audiences: ['three', 'two'] }),
      review('${token}', { audiences: ['three'] }),
      review('${token}', { audiences: ['ONE'] }),
      review('Bearer ${token}', { audiences: ['one'] }),
    ),
    sequence(
      'what a token is bound to goes away',
      createAccount,
      post(pods, pod('p', { serviceAccountName: 'a' }), quiet),
      requestToken({ ...boundTo('Pod', 'p'), audiences: ['one', ISSUER] }, quiet),
      review('${token}', { audiences: ['one'] }),
      review('${token}', { audiences: ['two'] }),
      del(`${pods}/p?gracePeriodSeconds=0`, undefined, quiet),
      review('${token}', { audiences: ['two'] }),
      requestToken({ audiences: ['one'] }, quiet),
      review('${token}', { audiences: ['one'] }),
      del(account, undefined, quiet),
      review('${token}', { audiences: ['two'] }),
    ),
    sequence(
      'what is wrong with a review',
      createAccount,
      requestToken({}, quiet),
      post(reviews, {}),
      post(reviews, { spec: {} }),
      post(reviews, { spec: { token: '' } }),
      post(reviews, { spec: { token: 7 } }),
      post(reviews, { spec: { token: 'x', audiences: 'y' } }),
      post(reviews, { spec: { token: 'x', audiences: ['y'] } }),
      post(reviews, { spec: { token: ' ' } }),
      post(reviews, { metadata: { name: 'n' }, spec: { token: '${token}' } }),
      post(reviews, { metadata: { namespace: 'n' }, spec: { token: '${token}' } }),
      post(reviews, { metadata: { labels: { a: 'b' } }, spec: { token: 'x' } }),
      post(reviews, { spec: { token: 'x' }, status: { authenticated: true, user: { username: 'me' } } }),
      post(`${reviews}?dryRun=All`, { spec: { token: '${token}' } }),
    ),
  ],
};
