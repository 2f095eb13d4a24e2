import { controllerRoles } from './controller-roles.ts';
import type { DefaultBinding } from './default-role.ts';

const CONTROLLER = 'system:controller:';
const CONTROLLER_MANAGER = 'User system:kube-controller-manager';
const SCHEDULER = 'User system:kube-scheduler';
const AUTHENTICATED = 'Group system:authenticated';

/** The ClusterRoleBindings, in the order of their creation. */
export const clusterRoleBindings: readonly DefaultBinding[] = [
  { name: 'cluster-admin', subjects: ['Group system:masters'] },
  { name: 'system:monitoring', subjects: ['Group system:monitoring'] },
  { name: 'system:discovery', subjects: [AUTHENTICATED] },
  { name: 'system:basic-user', subjects: [AUTHENTICATED] },
  { name: 'system:public-info-viewer', subjects: [AUTHENTICATED, 'Group system:unauthenticated'] },
  { name: 'system:node-proxier', subjects: ['User system:kube-proxy'] },
  { name: 'system:kube-controller-manager', subjects: [CONTROLLER_MANAGER] },
  { name: 'system:kube-dns', subjects: ['ServiceAccount kube-dns'] },
  { name: 'system:kube-scheduler', subjects: [SCHEDULER] },
  { name: 'system:volume-scheduler', subjects: [SCHEDULER] },
  { name: 'system:node', subjects: [] },
  { name: 'system:service-account-issuer-discovery', subjects: ['Group system:serviceaccounts'] },
  // Each controller has its own ServiceAccount.
  ...controllerRoles.map(({ name }) => ({ name, subjects: [`ServiceAccount ${name.slice(CONTROLLER.length)}`] })),
];

/** The RoleBindings, in the order of their creation. */
export const roleBindings: readonly DefaultBinding[] = [
  {
    name: 'system::extension-apiserver-authentication-reader',
    namespace: 'kube-system',
    role: 'extension-apiserver-authentication-reader',
    subjects: [CONTROLLER_MANAGER, SCHEDULER],
  },
  {
    name: 'system::leader-locking-kube-controller-manager',
    namespace: 'kube-system',
    subjects: [
      CONTROLLER_MANAGER,
      'ServiceAccount kube-controller-manager',
      'ServiceAccount leader-election-controller',
    ],
  },
  {
    name: 'system::leader-locking-kube-scheduler',
    namespace: 'kube-system',
    subjects: [SCHEDULER, 'ServiceAccount kube-scheduler'],
  },
  ...['bootstrap-signer', 'cloud-provider', 'token-cleaner'].map((name) => ofController(name, 'kube-system')),
  ofController('bootstrap-signer', 'kube-public'),
];

function ofController(name: string, namespace: string): DefaultBinding {
  return { name: `${CONTROLLER}${name}`, namespace, subjects: [`ServiceAccount ${name}`] };
}
