import type { Area } from '../../sequence.ts';
import { del, get, pod, pods, post, sequence } from '../../steps.ts';

const accounts = '/api/v1/namespaces/${NS}/serviceaccounts';
const tokenOf = `${accounts}/a/token`;
const reviews = '/apis/authentication.k8s.io/v1/tokenreviews';
const selfReviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const asAccount = { headers: { authorization: 'Bearer ${token}' } };
const request = (spec: object = {}, metadata: object = {}): object => ({ metadata, spec });
const account = { metadata: { name: 'a' } };

export const tokens: Area = {
  name: 'tokens',
  sequences: [
    sequence(
      'tokens of service accounts',
      post(accounts, account),
      post(tokenOf, request(), { save: { token: 'status.token' } }),
      post(selfReviews, {}, asAccount),
      get(pods, asAccount),
      get('/apis', { ...asAccount, withoutBody: true }),
      post(tokenOf, request({ audiences: ['other'], expirationSeconds: 601 }), { save: { token: 'status.token' } }),
      post(selfReviews, {}, asAccount),
      post(tokenOf, { kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1', spec: { audiences: [] } }),
      post(tokenOf, request({ expirationSeconds: 599 })),
      post(tokenOf, request({ expirationSeconds: 4294967297 })),
      post(tokenOf, request({}, { name: 'b' })),
      post(tokenOf, request({}, { namespace: 'other' })),
      post(tokenOf, request({}, { uid: 'x' })),
      post(`${accounts}/none/token`, request()),
      get(tokenOf),
    ),
    sequence(
      'tokens that are bound',
      post(accounts, account),
      post(pods, pod('p', { serviceAccountName: 'a' })),
      post(pods, pod('q')),
      post(tokenOf, request({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p' } }), {
        save: { token: 'status.token' },
      }),
      post(selfReviews, {}, asAccount),
      post(tokenOf, request({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'q' } })),
      post(tokenOf, request({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'none' } })),
      post(tokenOf, request({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'x' } })),
      post(tokenOf, request({ boundObjectRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'p' } })),
      post(tokenOf, request({ boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 'none' } })),
      post(tokenOf, request(), { save: { token: 'status.token' } }),
      post(selfReviews, {}, asAccount),
      del(`${accounts}/a`),
    ),
    sequence(
      'reviews of tokens',
      post(accounts, account),
      post(tokenOf, request(), { save: { token: 'status.token' } }),
      post(reviews, request({ token: '${token}' })),
      post(reviews, request({ token: '${token}', audiences: ['other'] })),
      post(
        reviews,
        request({ token: '${token}', audiences: ['other', 'https://kubernetes.default.svc.cluster.local'] }),
      ),
      post(tokenOf, request({ audiences: ['other'] }), { save: { token: 'status.token' } }),
      post(reviews, request({ token: '${token}' })),
      post(reviews, request({ token: '${token}', audiences: ['other', 'further'] })),
      post(reviews, request({ token: 'unknown' })),
      post(reviews, request({ token: '' })),
      post(reviews, { metadata: { name: 'a', namespace: 'b' }, spec: { token: 'unknown', bogus: 1 } }),
      get(reviews),
    ),
  ],
};
