import { expect, test } from 'vitest';
import { formatRequest, markersOf, missingMarkers } from './markers.ts';
import type { Permission } from './permission.ts';

const permission = (verb: string, resource = 'deployments', group = 'apps'): Permission => ({
  verb,
  group,
  resource,
  name: '',
});

test('one marker for each resource, with its verbs in their usual order', () => {
  const permissions = [
    permission('patch'),
    permission('get'),
    permission('approve'),
    permission('list', 'services', ''),
    { ...permission('get', 'secrets', ''), name: 'a' },
    { verb: 'get', group: '', resource: '', name: '', path: '/metrics' },
  ];
  expect(markersOf(permissions)).toEqual([
    '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;patch;approve',
    '// +kubebuilder:rbac:groups="",resources=services,verbs=list',
    '// +kubebuilder:rbac:groups="",resources=secrets,resourceNames=a,verbs=get',
    '// +kubebuilder:rbac:urls=/metrics,verbs=get',
  ]);
});

test('the marker for a refused request keeps what its resource has, and caches need two verbs', () => {
  const granted = [permission('get'), permission('patch'), permission('get', 'services', '')];
  expect(missingMarkers([{ ...permission('delete'), name: 'web' }], granted)).toEqual([
    '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;patch;delete',
  ]);
  expect(missingMarkers([permission('watch', 'pods', '')], granted)).toEqual([
    '// +kubebuilder:rbac:groups="",resources=pods,verbs=list;watch',
  ]);
});

test.each([
  [{ ...permission('patch'), name: 'web' }, 'patch deployments.apps "web"'],
  [permission('update', 'deployments/status'), 'update deployments.apps/status'],
  [permission('list', 'pods', ''), 'list pods'],
  [{ verb: 'get', group: '', resource: '', name: '', path: '/metrics' }, 'get /metrics'],
])('formats %j', (request, text) => {
  expect(formatRequest(request)).toBe(text);
});
