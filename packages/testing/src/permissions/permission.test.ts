import { expect, test } from 'vitest';
import { allows, type PermissionRequest, permissionsOf, type RoleRule, uses } from './permission.ts';

const pods: RoleRule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', 'pods/log'] };
const request = (more: Partial<PermissionRequest> = {}): PermissionRequest => ({
  verb: 'get',
  group: '',
  resource: 'pods',
  name: 'a',
  ...more,
});

test.each<readonly [what: string, rule: RoleRule, request: PermissionRequest, isAllowed: boolean]>([
  ['a verb on a resource', pods, request(), true],
  ['another verb', pods, request({ verb: 'patch' }), false],
  ['another group', pods, request({ group: 'apps' }), false],
  ['a subresource', pods, request({ resource: 'pods/log' }), true],
  ['another subresource', pods, request({ resource: 'pods/status' }), false],
  ['everything', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, request({ resource: 'pods/status' }), true],
  ['a subresource of everything', { ...pods, resources: ['*/scale'] }, request({ resource: 'pods/scale' }), true],
  ['a subresource of everything, not the resource', { ...pods, resources: ['*/scale'] }, request(), false],
  ['a name', { ...pods, resourceNames: ['a'] }, request(), true],
  ['another name', { ...pods, resourceNames: ['b'] }, request(), false],
  ['a path', { verbs: ['get'], nonResourceURLs: ['/metrics'] }, request({ path: '/metrics' }), true],
  ['paths', { verbs: ['get'], nonResourceURLs: ['/healthz*'] }, request({ path: '/healthz/ping' }), true],
  ['another path', { verbs: ['get'], nonResourceURLs: ['/metrics'] }, request({ path: '/metrics/a' }), false],
  ['an empty rule', {}, request(), false],
])('a rule with %s', (_, rule, asked, isAllowed) => {
  expect(allows(rule, asked)).toBe(isAllowed);
});

test('each permission is counted once', () => {
  const named: RoleRule = { verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['a', 'b'] };
  const path: RoleRule = { verbs: ['get'], nonResourceURLs: ['/metrics'] };
  expect(permissionsOf([pods, pods, named, path])).toHaveLength(4 + 2 + 1);
});

test('a watch uses the permission to list, and a list not the one to watch', () => {
  const permission = (verb: string): PermissionRequest => request({ verb, name: '' });
  expect(uses(request({ verb: 'watch' }), permission('list'))).toBe(true);
  expect(uses(request({ verb: 'list' }), permission('watch'))).toBe(false);
  expect(uses(request({ verb: 'watch' }), permission('get'))).toBe(false);
});
