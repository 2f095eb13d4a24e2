import type { Area, RequestStep } from '../../sequence.ts';
import { configMap, configMaps, mergePatch, post, sequence } from '../../steps.ts';

/** Ann may do what a role of the namespace says. */
const ann = { headers: { 'impersonate-user': 'ann-${NS}' } };
const quiet = { quiet: true };
const RBAC = '/apis/rbac.authorization.k8s.io/v1';

const role = (name: string, rules: readonly object[]): RequestStep[] => [
  post(`${RBAC}/namespaces/\${NS}/roles`, { metadata: { name }, rules }, quiet),
  post(
    `${RBAC}/namespaces/\${NS}/rolebindings`,
    {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann-${NS}' }],
    },
    quiet,
  ),
];

const owner = (kind: string, apiVersion: string, blocks?: boolean): object => ({
  apiVersion,
  kind,
  name: 'o',
  uid: 'u',
  ...(blocks !== undefined && { blockOwnerDeletion: blocks }),
});

const ownedBy = (...ownerReferences: object[]): object => ({ metadata: { ownerReferences } });
const writing = { apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'update', 'patch'] };
const deleting = { apiGroups: [''], resources: ['configmaps'], resourceNames: ['d'], verbs: ['delete'] };
const finalizing = { apiGroups: ['apps'], resources: ['deployments/finalizers'], verbs: ['update'] };

/** Who may change the owners of objects. */
export const ownerReferences: Area = {
  name: 'owner references',
  server: { enableAdmissionPlugins: ['OwnerReferencesPermissionEnforcement'], authorizationMode: 'RBAC' },
  sequences: [
    sequence(
      'OwnerReferencesPermissionEnforcement',
      ...role('a', [writing, deleting, finalizing]),
      post(`${configMaps}?dryRun=All`, configMap('x'), { ...ann, quiet: true, until: 201 }),
      post(configMaps, configMap('c'), quiet),
      post(configMaps, configMap('d'), quiet),
      post(configMaps, { ...configMap('new'), metadata: { name: 'new', ownerReferences: [owner('Pod', 'v1')] } }, ann),
      post(
        configMaps,
        { ...configMap('b'), metadata: { name: 'b', ownerReferences: [owner('Pod', 'v1', true)] } },
        ann,
      ),
      post(
        configMaps,
        { ...configMap('f'), metadata: { name: 'f', ownerReferences: [owner('Deployment', 'apps/v1', true)] } },
        { ...ann, withoutBody: true },
      ),
      post(
        configMaps,
        { ...configMap('n'), metadata: { name: 'n', ownerReferences: [owner('Node', 'v1', true)] } },
        ann,
      ),
      post(
        configMaps,
        { ...configMap('t'), metadata: { name: 't', ownerReferences: [owner('Thing', 'a.b/v1', true)] } },
        ann,
      ),
      mergePatch(`${configMaps}/c`, ownedBy(owner('Pod', 'v1')), ann),
      mergePatch(`${configMaps}/c`, { data: { a: '2' } }, { ...ann, withoutBody: true }),
      mergePatch(`${configMaps}/d`, ownedBy(owner('Pod', 'v1')), { ...ann, withoutBody: true }),
      mergePatch(`${configMaps}/d`, ownedBy(owner('Pod', 'v1', true)), ann),
      mergePatch(`${configMaps}/d`, ownedBy(owner('Pod', 'v1', true)), { withoutBody: true }),
      mergePatch(`${configMaps}/d`, ownedBy(), { ...ann, withoutBody: true }),
    ),
  ],
};
