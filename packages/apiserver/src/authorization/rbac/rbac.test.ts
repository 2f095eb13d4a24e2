import { expect, test } from 'vitest';
import type { User } from '../../authentication/user.ts';
import type { ApiObject } from '../../objects/api-object.ts';
import { Store } from '../../storage/store.ts';
import { createRbacAuthorizer, type RbacAuthorizer } from './rbac-authorizer.ts';

const GROUP = 'rbac.authorization.k8s.io';

/** A store, and an authorizer that follows it. */
function lab(): { store: Store; rbac: RbacAuthorizer; put: (kind: string, content: object) => void } {
  const store = new Store({ historySize: 10 });
  const rbac = createRbacAuthorizer(store);
  const put = (kind: string, { metadata, ...content }: { metadata?: object } & object): void => {
    const object: ApiObject = { apiVersion: `${GROUP}/v1`, kind, metadata: { ...metadata }, ...content };
    const id = `${GROUP}/${kind.toLowerCase()}s`;
    const old = store.collection(id).get(object.metadata.namespace ?? '', object.metadata.name ?? '');
    if (old) store.update(id, old, object);
    else store.create(id, object);
  };
  return { store, rbac, put };
}

const ann: User = { name: 'ann', groups: ['devs'] };
const about = (verb: string, resource: string, more: object = {}) =>
  ({
    isResource: true,
    verb,
    path: '',
    group: '',
    resource,
    subresource: '',
    namespace: '',
    name: '',
    ...more,
  }) as const;

test('a decision follows every change of roles and bindings', () => {
  const { store, rbac, put } = lab();
  const decide = (): string => rbac.authorize(ann, about('get', 'pods')).decision;
  expect(decide()).toBe('no opinion');
  const subjects = [{ kind: 'Group', name: 'devs' }];
  put('ClusterRoleBinding', { metadata: { name: 'b' }, subjects, roleRef: { kind: 'ClusterRole', name: 'r' } });
  expect(rbac.authorize(ann, about('get', 'pods'))).toEqual({
    decision: 'no opinion',
    reason: 'RBAC: clusterrole.rbac.authorization.k8s.io "r" not found',
  });
  const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }];
  put('ClusterRole', { metadata: { name: 'r' }, rules });
  expect(rbac.authorize(ann, about('get', 'pods'))).toEqual({
    decision: 'allow',
    reason: 'RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "r" to Group "devs"',
  });
  put('ClusterRole', { metadata: { name: 'r' }, rules: [] });
  expect(decide()).toBe('no opinion');
  put('ClusterRole', { metadata: { name: 'r' }, rules });
  expect(decide()).toBe('allow');
  const bindings = `${GROUP}/clusterrolebindings`;
  put('ClusterRoleBinding', { metadata: { name: 'b' }, subjects: [], roleRef: { kind: 'ClusterRole', name: 'r' } });
  expect(decide()).toBe('no opinion');
  put('ClusterRoleBinding', { metadata: { name: 'b' }, subjects, roleRef: { kind: 'ClusterRole', name: 'r' } });
  expect(decide()).toBe('allow');
  const stored = store.collection(bindings).get('', 'b');
  if (stored) store.delete(bindings, stored);
  expect(decide()).toBe('no opinion');
});

test('a role binding is for its namespace, and its service accounts are there by default', () => {
  const { rbac, put } = lab();
  put('ClusterRole', { metadata: { name: 'r' }, rules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }] });
  const subjects = [
    { kind: 'ServiceAccount', name: 'here' },
    { kind: 'ServiceAccount', name: 'there', namespace: 'n' },
    { kind: 'User', name: 'ann' },
    { kind: 'User', name: 'ann' },
  ];
  put('RoleBinding', {
    metadata: { namespace: 'm', name: 'b' },
    subjects,
    roleRef: { kind: 'ClusterRole', name: 'r' },
  });
  put('ClusterRoleBinding', {
    metadata: { name: 'b' },
    subjects: [{ kind: 'ServiceAccount', name: 'nowhere' }, { kind: 'Robot', name: 'ann' }, 'ann', null],
    roleRef: { kind: 'ClusterRole', name: 'r' },
  });
  const allowed = (name: string, namespace: string): boolean =>
    rbac.authorize({ name, groups: [] }, about('get', 'pods', { namespace })).decision === 'allow';
  expect(allowed('system:serviceaccount:m:here', 'm')).toBe(true);
  expect(allowed('system:serviceaccount:n:there', 'm')).toBe(true);
  expect(allowed('system:serviceaccount:m:there', 'm')).toBe(false);
  expect(allowed('ann', 'm')).toBe(true);
  expect(allowed('ann', 'n')).toBe(false);
  expect(allowed('ann', '')).toBe(false);
  expect(allowed('system:serviceaccount::nowhere', '')).toBe(false);
});

test.each([
  [{ verbs: ['get'], resources: ['pods'] }, about('get', 'pods', { name: 'x' }), true],
  [{ verbs: ['get'], resources: ['pods'] }, about('get', 'pods', { subresource: 'log' }), false],
  [{ verbs: ['get'], resources: ['pods/log'] }, about('get', 'pods', { subresource: 'log' }), true],
  [{ verbs: ['get'], resources: ['pods/log'] }, about('get', 'pods'), false],
  [{ verbs: ['get'], resources: ['*/log'] }, about('get', 'pods', { subresource: 'log' }), true],
  [{ verbs: ['get'], resources: ['*/log'] }, about('get', 'pods', { subresource: 'logs' }), false],
  [{ verbs: ['get'], resources: ['pods/*'] }, about('get', 'pods', { subresource: 'log' }), false],
  [{ verbs: ['get'], resources: ['*'] }, about('get', 'pods', { subresource: 'log' }), true],
  [{ verbs: ['*'], resources: ['pods'] }, about('anything', 'pods'), true],
  [{ verbs: ['g*'], resources: ['pods'] }, about('get', 'pods'), false],
  [{ verbs: ['get'], resources: ['pods'], resourceNames: ['a'] }, about('get', 'pods', { name: 'a' }), true],
  [{ verbs: ['get'], resources: ['pods'], resourceNames: ['a'] }, about('get', 'pods', { name: 'b' }), false],
  [{ verbs: ['list'], resources: ['pods'], resourceNames: ['a'] }, about('list', 'pods'), false],
  [{ verbs: ['list'], resources: ['pods'], resourceNames: ['*'] }, about('list', 'pods', { name: 'a' }), false],
  [{ verbs: ['get'], resources: ['pods'], apiGroups: ['apps'] }, about('get', 'pods'), false],
  [{ verbs: ['get'], resources: ['pods'], apiGroups: ['*'] }, about('get', 'pods', { group: 'any' }), true],
  [{ verbs: ['get'], nonResourceURLs: ['/a'] }, { isResource: false, verb: 'get', path: '/a' } as const, true],
  [{ verbs: ['get'], nonResourceURLs: ['/a'] }, { isResource: false, verb: 'get', path: '/a/b' } as const, false],
  [{ verbs: ['get'], nonResourceURLs: ['/a/**'] }, { isResource: false, verb: 'get', path: '/a/' } as const, true],
  [{ verbs: ['get'], nonResourceURLs: ['/a/*'] }, { isResource: false, verb: 'get', path: '/a' } as const, false],
  [{ verbs: ['get'], nonResourceURLs: ['*'] }, { isResource: false, verb: 'get', path: '/any' } as const, true],
  [{ verbs: ['get'], nonResourceURLs: ['*/a'] }, { isResource: false, verb: 'get', path: '/b/a' } as const, false],
  [{ verbs: ['*'], resources: ['*'] }, { isResource: false, verb: 'get', path: '/a' } as const, false],
])('%j and %j', (rule, attributes, isAllowed) => {
  const { rbac, put } = lab();
  put('ClusterRole', { metadata: { name: 'r' }, rules: [{ apiGroups: [''], ...rule }] });
  const subjects = [{ kind: 'User', name: 'ann' }];
  put('ClusterRoleBinding', { metadata: { name: 'b' }, subjects, roleRef: { kind: 'ClusterRole', name: 'r' } });
  expect(rbac.authorize(ann, attributes).decision === 'allow').toBe(isAllowed);
});
