import type { DefaultRole } from './default-role.ts';

/** The ClusterRoles of kube-controller-manager's controllers, in the order of their creation. */
export const controllerRoles: readonly DefaultRole[] = [
  {
    name: 'system:controller:attachdetach-controller',
    rules: [
      'list,watch "" persistentvolumeclaims,persistentvolumes',
      'get,list,watch "" nodes',
      'patch,update "" nodes/status',
      'list,watch "" pods',
      'create,patch,update "",events.k8s.io events',
      'create,delete,get,list,watch storage.k8s.io volumeattachments',
      'get,list,watch storage.k8s.io csidrivers',
      'get,list,watch storage.k8s.io csinodes',
    ],
  },
  {
    name: 'system:controller:clusterrole-aggregation-controller',
    rules: ['escalate,get,list,patch,update,watch rbac.authorization.k8s.io clusterroles'],
  },
  {
    name: 'system:controller:cronjob-controller',
    rules: [
      'get,list,update,watch batch cronjobs',
      'create,delete,get,list,patch,update,watch batch jobs',
      'update batch cronjobs/status',
      'update batch cronjobs/finalizers',
      'delete,list,watch "" pods',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:daemon-set-controller',
    rules: [
      'get,list,watch apps,extensions daemonsets',
      'update apps,extensions daemonsets/status',
      'update apps,extensions daemonsets/finalizers',
      'list,watch "" nodes',
      'create,delete,list,patch,watch "" pods',
      'create "" pods/binding',
      'create,delete,get,list,patch,update,watch apps controllerrevisions',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:deployment-controller',
    rules: [
      'get,list,update,watch apps,extensions deployments',
      'update apps,extensions deployments/status',
      'update apps,extensions deployments/finalizers',
      'create,delete,get,list,patch,update,watch apps,extensions replicasets',
      'get,list,update,watch "" pods',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:disruption-controller',
    rules: [
      'get,list,watch apps,extensions deployments',
      'get,list,watch apps,extensions replicasets',
      'get,list,watch "" replicationcontrollers',
      'get,list,watch policy poddisruptionbudgets',
      'get,list,watch apps statefulsets',
      'update policy poddisruptionbudgets/status',
      'patch,update "" pods/status',
      'get * */scale',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:endpoint-controller',
    rules: [
      'get,list,watch "" pods,services',
      'create,delete,get,list,update,watch "" endpoints',
      'create "" endpoints/restricted',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:endpointslice-controller',
    rules: [
      'get,list,watch "" nodes,pods,services',
      'update "" services/finalizers',
      'create,delete,get,list,update,watch discovery.k8s.io endpointslices',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:endpointslicemirroring-controller',
    rules: [
      'get,list,watch "" endpoints,services',
      'update "" services/finalizers',
      'update "" endpoints/finalizers',
      'create,delete,get,list,update,watch discovery.k8s.io endpointslices',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:expand-controller',
    rules: [
      'get,list,patch,update,watch "" persistentvolumes',
      'patch,update "" persistentvolumeclaims/status',
      'get,list,watch "" persistentvolumeclaims',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:ephemeral-volume-controller',
    rules: [
      'get,list,watch "" pods',
      'update "" pods/finalizers',
      'create,get,list,watch "" persistentvolumeclaims',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:resource-claim-controller',
    rules: [
      'get,list,watch "" pods',
      'update "" pods/finalizers',
      'create,delete,get,list,watch resource.k8s.io resourceclaims',
      'patch,update resource.k8s.io resourceclaims,resourceclaims/status',
      'patch,update "" pods/status',
      'create,patch,update "",events.k8s.io events',
      'patch,update resource.k8s.io resourceclaims/binding',
    ],
  },
  {
    name: 'system:controller:device-taint-eviction-controller',
    rules: [
      'delete,get,list,watch "" pods',
      'patch,update "" pods/status',
      'get,list,watch resource.k8s.io resourceclaims',
      'get,list,watch resource.k8s.io resourceslices',
      'get,list,watch resource.k8s.io deviceclasses',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:generic-garbage-collector',
    rules: ['delete,get,list,patch,update,watch * *', 'create,patch,update "",events.k8s.io events'],
  },
  {
    name: 'system:controller:horizontal-pod-autoscaler',
    rules: [
      'get,list,watch autoscaling horizontalpodautoscalers',
      'update autoscaling horizontalpodautoscalers/status',
      'get,update * */scale',
      'list,watch "" pods',
      'list,watch metrics.k8s.io pods',
      'get,list,watch custom.metrics.k8s.io *',
      'get,list,watch external.metrics.k8s.io *',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:job-controller',
    rules: [
      'get,list,patch,update,watch batch jobs',
      'update batch jobs/status',
      'update batch jobs/finalizers',
      'create,delete,list,patch,watch "" pods',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:namespace-controller',
    rules: [
      'delete,get,list,watch "" namespaces',
      'update "" namespaces/finalize,namespaces/status',
      'delete,deletecollection,get,list,watch * *',
    ],
  },
  {
    name: 'system:controller:node-controller',
    rules: [
      'delete,get,list,patch,update,watch "" nodes',
      'patch,update "" nodes/status',
      'patch,update "" pods/status',
      'delete,get,list,watch "" pods',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:persistent-volume-binder',
    rules: [
      'create,delete,get,list,update,watch "" persistentvolumes',
      'update "" persistentvolumes/status',
      'get,list,update,watch "" persistentvolumeclaims',
      'update "" persistentvolumeclaims/status',
      'create,delete,get,list,watch "" pods',
      'get,list,watch storage.k8s.io storageclasses',
      'list,watch "" nodes',
      'create,patch,update "",events.k8s.io events',
      'watch "" events',
    ],
  },
  {
    name: 'system:controller:pod-garbage-collector',
    rules: ['delete,list,watch "" pods', 'get,list,watch "" nodes', 'patch "" pods/status'],
  },
  {
    name: 'system:controller:replicaset-controller',
    rules: [
      'get,list,update,watch apps,extensions replicasets',
      'update apps,extensions replicasets/status',
      'update apps,extensions replicasets/finalizers',
      'create,delete,list,patch,watch "" pods',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:replication-controller',
    rules: [
      'get,list,update,watch "" replicationcontrollers',
      'update "" replicationcontrollers/status',
      'update "" replicationcontrollers/finalizers',
      'create,delete,list,patch,watch "" pods',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:resourcequota-controller',
    rules: ['list,watch * *', 'update "" resourcequotas/status', 'create,patch,update "",events.k8s.io events'],
  },
  {
    name: 'system:controller:route-controller',
    rules: ['list,watch "" nodes', 'patch "" nodes/status', 'create,patch,update "",events.k8s.io events'],
  },
  {
    name: 'system:controller:service-account-controller',
    rules: ['create "" serviceaccounts', 'create,patch,update "",events.k8s.io events'],
  },
  {
    name: 'system:controller:service-controller',
    rules: [
      'get,list,watch "" services',
      'patch,update "" services/status',
      'list,watch "" nodes',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:service-cidrs-controller',
    rules: [
      'get,list,patch,update,watch networking.k8s.io servicecidrs',
      'patch,update networking.k8s.io servicecidrs/finalizers',
      'patch,update networking.k8s.io servicecidrs/status',
      'get,list,watch networking.k8s.io ipaddresses',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:statefulset-controller',
    rules: [
      'list,watch "" pods',
      'get,list,watch apps statefulsets',
      'update apps statefulsets/status',
      'update apps statefulsets/finalizers',
      'create,delete,get,patch,update "" pods',
      'create,delete,get,list,patch,update,watch apps controllerrevisions',
      'create,get,list,watch "" persistentvolumeclaims',
      'delete,update "" persistentvolumeclaims',
      'update "" pods/finalizers',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:ttl-controller',
    rules: ['list,patch,update,watch "" nodes', 'create,patch,update "",events.k8s.io events'],
  },
  {
    name: 'system:controller:certificate-controller',
    rules: [
      'delete,get,list,watch certificates.k8s.io certificatesigningrequests',
      'update certificates.k8s.io certificatesigningrequests/approval,certificatesigningrequests/status',
      'approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet',
      'sign certificates.k8s.io signers kubernetes.io/kube-apiserver-client,kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving,kubernetes.io/legacy-unknown',
      'create authorization.k8s.io subjectaccessreviews',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:pvc-protection-controller',
    rules: [
      'get,list,update,watch "" persistentvolumeclaims',
      'update "" persistentvolumeclaims/status',
      'get,list,watch "" pods',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:pv-protection-controller',
    rules: ['get,list,update,watch "" persistentvolumes', 'create,patch,update "",events.k8s.io events'],
  },
  {
    name: 'system:controller:volumeattributesclass-protection-controller',
    rules: [
      'get,list,watch "" persistentvolumeclaims',
      'get,list,watch "" persistentvolumes',
      'get,list,update,watch storage.k8s.io volumeattributesclasses',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:ttl-after-finished-controller',
    rules: ['delete,get,list,watch batch jobs', 'create,patch,update "",events.k8s.io events'],
  },
  {
    name: 'system:controller:root-ca-cert-publisher',
    rules: ['create,update "" configmaps', 'create,patch,update "",events.k8s.io events'],
  },
  {
    name: 'system:controller:validatingadmissionpolicy-status-controller',
    rules: [
      'get,list,watch admissionregistration.k8s.io validatingadmissionpolicies',
      'get,patch,update admissionregistration.k8s.io validatingadmissionpolicies/status',
      'create,patch,update "",events.k8s.io events',
    ],
  },
  {
    name: 'system:controller:legacy-service-account-token-cleaner',
    rules: ['get "" configmaps kube-apiserver-legacy-service-account-token-tracking', 'delete,patch "" secrets'],
  },
  {
    name: 'system:controller:selinux-warning-controller',
    rules: [
      'create,patch,update "",events.k8s.io events',
      'get,list,watch "" persistentvolumes',
      'get,list,watch "" persistentvolumeclaims',
      'get,list,watch "" pods',
      'get,list,watch storage.k8s.io csidrivers',
    ],
  },
];
