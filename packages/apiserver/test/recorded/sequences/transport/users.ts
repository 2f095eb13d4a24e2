import type { Area } from '../../sequence.ts';
import { del, get, pods, post, put, sequence } from '../../steps.ts';

/** No bearer token: the user is anonymous. */
const anonymous = { authorization: 'Basic dXNlcjpzZWNyZXQ=' };
/** The headers of priority and fairness: only their presence is compared. */
const fairness = { presentHeaders: ['x-kubernetes-pf-flowschema-uid', 'x-kubernetes-pf-prioritylevel-uid'] };
const asAnonymous = { headers: anonymous, ...fairness };
const as = (headers: Record<string, string>) => ({ headers, ...fairness });
const bob = as({ 'impersonate-user': 'bob' });
const selfSubjectAccessReviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const selfSubjectReviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

/** Authentication, impersonation and authorization. */
export const users: Area = {
  name: 'transport users',
  sequences: [
    sequence(
      'unknown tokens',
      get('/api/v1/namespaces/default', as({ authorization: 'Bearer unknown' })),
      get('/version', as({ authorization: 'bearer unknown' })),
      get('/nope', as({ authorization: 'Bearer unknown' })),
      get(pods, as({ authorization: 'Bearer unknown', accept: 'application/yaml' })),
      post('/api/v1/namespaces/default/pods', 'no json', as({ authorization: 'Bearer unknown' })),
      get('/api/v1/namespaces/default', as({ authorization: 'Bearer unknown', 'impersonate-user': 'bob' })),
      get('/apis', as({ authorization: 'Bearer ' })),
      get('/apis', as({ authorization: 'Bearer' })),
      get('/apis', as({ authorization: 'Token x' })),
    ),
    sequence(
      'what everybody may read',
      get('/healthz', asAnonymous),
      get('/livez', asAnonymous),
      get('/readyz', asAnonymous),
      get('/healthz/ping', asAnonymous),
      get('/livez/', asAnonymous),
      { method: 'HEAD', path: '/healthz', ...asAnonymous },
      post('/version', '', asAnonymous),
      get('/', asAnonymous),
      get('/api', asAnonymous),
      get('/apis/apps/v1', asAnonymous),
      get('/openapi/v2', asAnonymous),
      get('/openapi/v3/apis/apps/v1', asAnonymous),
      get('/metrics', asAnonymous),
      get('/nope/x?y=1', asAnonymous),
    ),
    sequence(
      'what nobody may do without credentials',
      get(pods, asAnonymous),
      get(`${pods}/x`, asAnonymous),
      get('/api/v1/namespaces', asAnonymous),
      get('/api/v1/namespaces/a', asAnonymous),
      get('/api/v1/namespaces/a/status', asAnonymous),
      get('/apis', as({ ...anonymous, accept: 'application/yaml' })),
      get('/apis/apps/v1/deployments', as({ ...anonymous, accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' })),
      get('/apis/nope/v1/foos', asAnonymous),
      get('/apis/nope/v1/namespaces/a/foos/b', asAnonymous),
      get(`${pods}?fieldSelector=metadata.name%3Dx`, asAnonymous),
      get(`${pods}?fieldSelector=spec.nodeName%3Dx`, asAnonymous),
      get(`${pods}/b/log`, asAnonymous),
      post(`${pods}/b/exec?command=ls`, '', asAnonymous),
      post(pods, {}, asAnonymous),
      put('/apis/apps/v1/namespaces/${NS}/deployments/d/status', {}, asAnonymous),
      { method: 'PATCH', path: `${pods}/x`, ...asAnonymous },
      del(`${pods}/x`, undefined, asAnonymous),
      del(pods, undefined, asAnonymous),
      { method: 'OPTIONS', path: pods, ...asAnonymous },
      get('/api/v1/namespaces/%3Cb%3E', asAnonymous),
      get('/api/v1/namespaces/a%26b/pods', asAnonymous),
      post(selfSubjectReviews, {}, asAnonymous),
    ),
    sequence(
      'acting as somebody else',
      get('/apis/apps/v1', { ...bob, quiet: true }),
      get('/metrics', bob),
      get('/openapi/v2/x', bob),
      get(pods, bob),
      get(`${pods}/x`, bob),
      get('/api/v1/watch/namespaces/x/pods/y', bob),
      get('/api/v1/namespaces?fieldSelector=metadata.name%3Dx', bob),
      get('/api/v1/namespaces/default', as({ 'impersonate-user': 'bob', 'impersonate-group': 'system:masters' })),
      get(pods, as({ 'impersonate-user': 'system:serviceaccount:ns:sa' })),
      get('/api', as({ 'impersonate-user': 'system:anonymous' })),
      get('/api', as({ 'impersonate-group': 'a' })),
      get('/api', as({ 'impersonate-group': 'a\nb,c' })),
      get('/api', as({ 'impersonate-uid': 'u' })),
      get('/api', as({ 'impersonate-extra-foo': 'x' })),
      get('/api/v1/namespaces/default', as({ ...anonymous, 'impersonate-user': 'bob' })),
      get('/apis', as({ ...anonymous, 'impersonate-user': 'bob' })),
      get(pods, as({ ...anonymous, 'impersonate-user': 'system:serviceaccount:ns:sa' })),
    ),
    sequence(
      'what one may do oneself',
      post(selfSubjectAccessReviews, { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }, bob),
      post(
        selfSubjectAccessReviews,
        {
          spec: {
            resourceAttributes: { verb: 'create', group: 'authentication.k8s.io', resource: 'selfsubjectreviews' },
          },
        },
        bob,
      ),
      post(selfSubjectAccessReviews, { spec: { nonResourceAttributes: { verb: 'get', path: '/apis' } } }, bob),
      post(selfSubjectAccessReviews, { spec: { nonResourceAttributes: { verb: 'get', path: '/metrics' } } }, bob),
      post(selfSubjectAccessReviews, { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }),
    ),
    sequence(
      'who one is',
      post(selfSubjectReviews, {}),
      post(selfSubjectReviews, {}, bob),
      post(selfSubjectReviews, {}, as({ 'impersonate-user': 'system:serviceaccount:ns:sa' })),
      post(
        selfSubjectReviews,
        {},
        as({
          'impersonate-user': 'bob',
          'impersonate-uid': 'u',
          'impersonate-group': 'a,b\nc',
          'impersonate-extra-foo': 'x\ny',
          'impersonate-extra-a%2fb': 'z',
        }),
      ),
    ),
  ],
};
