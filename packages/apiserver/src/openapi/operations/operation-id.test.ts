import { expect, test } from 'vitest';
import { idAndTag } from './operation-id.ts';

test.each([
  ['/api/v1/pods', 'list', 'PodForAllNamespaces', 'listCoreV1PodForAllNamespaces', 'core_v1'],
  ['/api/', 'get', 'APIVersions', 'getCoreAPIVersions', 'core'],
  ['/apis/', 'get', 'APIVersions', 'getAPIVersions', 'apis'],
  ['/apis/apps/', 'get', 'APIGroup', 'getAppsAPIGroup', 'apps'],
  ['/apis/rbac.authorization.k8s.io/v1/roles', 'list', 'Role', 'listRbacAuthorizationV1Role', 'rbacAuthorization_v1'],
  [
    '/apis/lab.example.com/v1beta1/w/{name}',
    'read',
    'NamespacedW',
    'readLabExampleComV1beta1NamespacedW',
    'labExampleCom_v1beta1',
  ],
  ['/version/', 'get', 'CodeVersion', 'getCodeVersion', 'version'],
  ['/.well-known/openid-configuration/', 'get', 'X', 'getX', 'WellKnown'],
])('%s', (path, prefix, rest, operationId, tag) => {
  expect(idAndTag({ path, id: { prefix, rest } })).toEqual({ operationId, tag });
});
