import type { DefaultRole } from './default-role.ts';

/** The Roles, in the order of their creation. */
export const namespacedRoles: readonly DefaultRole[] = [
  {
    name: 'system:controller:bootstrap-signer',
    namespace: 'kube-public',
    rules: [
      'get,list,watch "" configmaps',
      'update "" configmaps cluster-info',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'extension-apiserver-authentication-reader',
    namespace: 'kube-system',
    rules: ['get,list,watch "" configmaps extension-apiserver-authentication'],
  },
  { name: 'system:controller:bootstrap-signer', namespace: 'kube-system', rules: ['get,list,watch "" secrets'] },
  {
    name: 'system:controller:cloud-provider',
    namespace: 'kube-system',
    rules: ['create,get,list,watch "" configmaps'],
  },
  {
    name: 'system:controller:token-cleaner',
    namespace: 'kube-system',
    rules: ['delete,get,list,watch "" secrets', 'create,patch,update "",events.k8s.io events'],
  },
  {
    name: 'system::leader-locking-kube-controller-manager',
    namespace: 'kube-system',
    rules: [
      'create,get,list,update,watch coordination.k8s.io leases',
      'create,get,list,update,watch coordination.k8s.io leasecandidates',
    ],
  },
  {
    name: 'system::leader-locking-kube-scheduler',
    namespace: 'kube-system',
    rules: [
      'create,get,list,update,watch coordination.k8s.io leases',
      'create,get,list,update,watch coordination.k8s.io leasecandidates',
    ],
  },
];
