import { expect, test } from 'vitest';
import type { PermissionRecord } from '../permissions/permission-records.ts';
import { permissionReport } from './permission-report.ts';

const record: PermissionRecord = {
  folder: '/project/config/rbac',
  rules: [
    { verbs: ['get', 'list', 'watch', 'patch'], apiGroups: ['apps'], resources: ['deployments'] },
    { verbs: ['get'], apiGroups: [''], resources: ['secrets'] },
  ],
  used: [
    { verb: 'watch', group: 'apps', resource: 'deployments', name: '' },
    { verb: 'patch', group: 'apps', resource: 'deployments', name: 'web' },
  ],
  refused: [],
};
const report = (...records: PermissionRecord[]): string[] => permissionReport(records, () => 'config/rbac');

test('no test ran an operator under its account', () => {
  expect(report()).toEqual([]);
});

test('what no test used, with the markers to write instead', () => {
  expect(report(record, record)).toEqual([
    'Permissions of config/rbac: the tests used 3 of 5.',
    '  No test used:',
    '    // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get',
    '      enough: // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list;watch;patch',
    '    // +kubebuilder:rbac:groups="",resources=secrets,verbs=get',
  ]);
});

test('what another test used is used', () => {
  const used = [{ verb: 'get', group: '', resource: 'secrets', name: 'a' }];
  const gets = { verb: 'get', group: 'apps', resource: 'deployments', name: 'a' };
  expect(report(record, { ...record, used: [...used, gets] })).toEqual([
    'Permissions of config/rbac: the tests used 5 of 5.',
  ]);
});

test('refused requests, with the markers to write', () => {
  const refused = [{ verb: 'create', group: 'apps', resource: 'deployments', name: 'web' }];
  expect(report({ ...record, refused }).slice(-4)).toEqual([
    '  Refused:',
    '    create deployments.apps "web"',
    '  To allow it, write:',
    '    // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch',
  ]);
});

test('markers of an operator of one namespace say where they count', () => {
  const nodes = { verbs: ['get', 'watch'], apiGroups: [''], resources: ['nodes'] };
  const used = [{ verb: 'get', group: '', resource: 'nodes', name: 'a' }, ...record.used];
  const namespaced = { watchNamespace: 'shop-system', rules: [nodes, ...record.rules], clusterRules: [nodes], used };
  expect(report({ ...record, ...namespaced })).toEqual([
    'Permissions of config/rbac: the tests used 4 of 7.',
    '  No test used:',
    '    // +kubebuilder:rbac:groups="",resources=nodes,verbs=watch',
    '      enough: // +kubebuilder:rbac:groups="",resources=nodes,verbs=get',
    '    // +kubebuilder:rbac:groups=apps,namespace=shop-system,resources=deployments,verbs=get',
    '      enough: // +kubebuilder:rbac:groups=apps,namespace=shop-system,resources=deployments,verbs=list;watch;patch',
    '    // +kubebuilder:rbac:groups="",namespace=shop-system,resources=secrets,verbs=get',
  ]);
});

test('a run of a part of the tests says nothing of what it did not use', () => {
  const refused = [{ verb: 'get', group: '', resource: 'pods', name: '' }];
  expect(permissionReport([record], String, { isPartial: true })).toEqual([]);
  expect(permissionReport([{ ...record, refused }], String, { isPartial: true })).toEqual([
    'Permissions of /project/config/rbac: the tests used 3 of 5.',
    '  Refused:',
    '    get pods',
    '  To allow it, write:',
    '    // +kubebuilder:rbac:groups="",resources=pods,verbs=get',
  ]);
});
