import type { Area, RequestStep } from '../../sequence.ts';
import { auditEvents, configMap, configMaps, get, mergePatch, post, sequence, sequenceAlone } from '../../steps.ts';
import { audited, everythingIsAudited } from './everything.ts';

const accounts = '/api/v1/namespaces/${NS}/serviceaccounts';
const whoAmI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const as = (name: string, headers: Record<string, string> = {}): Pick<RequestStep, 'headers'> => ({
  headers: { 'impersonate-user': `\${NS}-${name}`, ...headers },
});
const anonymous = (headers: Record<string, string> = {}): Pick<RequestStep, 'headers'> => ({
  headers: { authorization: 'Basic dXNlcjpzZWNyZXQ=', ...headers },
});
const bearing = (headers: Record<string, string> = {}): Pick<RequestStep, 'headers'> => ({
  headers: { authorization: 'Bearer ${token}', ...headers },
});

/**
 * How a sender has impersonated last is how it is tried first, and part of the events: from here on as before there
 * were several ways.
 */
const asBefore = [
  post(whoAmI, {}, { ...as('bob', { 'impersonate-group': 'system:masters' }), quiet: true }),
  auditEvents(2),
];

/** The audit events of requests that RBAC refuses, and of users who act as others. */
export const auditOfAccess: Area = {
  name: 'audit of access',
  server: { authorizationMode: 'RBAC', auditPolicy: everythingIsAudited },
  sequences: [
    sequenceAlone(
      'audited refusals',
      ...asBefore,
      ...audited(
        16,
        get(`${configMaps}/a`, as('bob')),
        get(configMaps, as('bob')),
        post(configMaps, configMap('a'), as('bob')),
        mergePatch(
          `${configMaps}/a`,
          { data: { a: '2' } },
          {
            headers: { ...as('bob').headers, 'content-type': 'application/merge-patch+json' },
          },
        ),
        get('/metrics', as('bob')),
        get('/none?a=b', as('bob')),
        get(`${configMaps}/a`, anonymous()),
        get('/metrics', anonymous()),
      ),
    ),
    sequenceAlone(
      'audited impersonations that are allowed',
      ...asBefore,
      ...audited(
        10,
        get('/apis/apps/v1', as('bob')),
        get('/apis/apps', as('bob', { 'impersonate-group': 'one\ntwo', 'impersonate-uid': 'u' })),
        post(whoAmI, {}, as('bob', { 'impersonate-extra-example.com%2fscopes': 'x\ny' })),
        post(whoAmI, {}, as('bob', { 'impersonate-group': 'system:masters' })),
        get('/apis/batch', { headers: { 'impersonate-user': 'system:serviceaccount:${NS}:a' } }),
      ),
    ),
    sequence(
      'audited impersonations that are refused',
      post(accounts, { metadata: { name: 'a' } }, { quiet: true }),
      post(`${accounts}/a/token`, { spec: {} }, { quiet: true, save: { token: 'status.token' } }),
      auditEvents(4),
      ...audited(
        8,
        get('/version', bearing({ 'impersonate-user': 'bob' })),
        get(configMaps, bearing({ 'impersonate-user': 'bob', 'impersonate-group': 'system:masters' })),
        get('/version', bearing({ 'impersonate-group': 'x' })),
        get('/version', anonymous({ 'impersonate-user': 'bob' })),
      ),
    ),
    sequence(
      'audited requests with two audit ids',
      ...audited(2, get('/version', { headers: { 'audit-id': '${NS}-one\n${NS}-two' } })),
    ),
  ],
};
