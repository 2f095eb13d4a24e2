import type { Controller } from '@kb/runtime';
import { actAs, type Acting, type ComponentUser } from './acting-user.ts';

/** kube-controller-manager itself: what it does in nobody's name, such as the lists and watches of its caches. */
export const controllerManagerUser: ComponentUser = { name: 'system:kube-controller-manager' };

const schedulerUser: ComponentUser = { name: 'system:kube-scheduler' };

/** The kubelet of a node. */
export function nodeUser(node: string): ComponentUser {
  return { name: `system:node:${node}`, groups: ['system:nodes'] };
}

/** The ServiceAccounts of controllers that are not named after the controller, in the namespace `kube-system`. */
const accounts: Readonly<Record<string, string>> = {
  'daemonset-controller': 'daemon-set-controller',
  disruption: 'disruption-controller',
  'endpointslice-mirroring-controller': 'endpointslicemirroring-controller',
  ephemeral_volume: 'ephemeral-volume-controller',
  'garbage-collector': 'generic-garbage-collector',
  'job-orphan-pods': 'job-controller',
  'legacy-serviceaccount-token-cleaner': 'legacy-service-account-token-cleaner',
  'node-condition-taints': 'node-controller',
  'node-lifecycle-controller': 'node-controller',
  'persistent-volume-claims': 'persistent-volume-binder',
  'persistent-volumes': 'persistent-volume-binder',
  'persistentvolume-protection-controller': 'pv-protection-controller',
  'persistentvolumeclaim-protection-controller': 'pvc-protection-controller',
  'pods-on-nodes-not-ready': 'node-controller',
  'root-ca-certificate-publisher': 'root-ca-cert-publisher',
  'serviceaccount-controller': 'service-account-controller',
  // As kube-controller-manager provisions volumes of its own plugins.
  'simulated-provisioner': 'persistent-volume-binder',
  'simulated-provisioner-volumes': 'persistent-volume-binder',
  'stale-pod-disruption': 'disruption-controller',
  'taint-eviction-controller': 'node-controller',
  'validatingadmissionpolicy-status': 'validatingadmissionpolicy-status-controller',
  volume_expand: 'expand-controller',
};

/** Controllers that act in nobody's name. */
const unnamed = new Set(['custom-resources', 'discovery', 'serviceaccount-token-controller']);

/** Returns the user of a controller for one of its keys; undefined if it sets the user itself. */
function userOf(controller: string, key: string): Acting | undefined {
  if (controller === 'kubelet') return undefined;
  if (controller === 'node-registration' || controller === 'node-lease') return nodeUser(key);
  if (controller === 'default-scheduler' || controller === 'lease-of-kube-scheduler') return schedulerUser;
  if (controller === 'lease-of-kube-controller-manager' || unnamed.has(controller)) return controllerManagerUser;
  // As who sets the cluster up.
  if (controller === 'standard-storage-class') return 'administrator';
  return { name: `system:serviceaccount:kube-system:${accounts[controller] ?? controller}` };
}

/** Returns the controller, with the user that it has in a cluster whose controllers have accounts of their own. */
export function withUser(controller: Controller): Controller {
  const { name, reconcile } = controller;
  return {
    ...controller,
    reconcile: (context) => {
      const user = userOf(name, context.key.name);
      return user ? actAs(user, () => reconcile(context)) : reconcile(context);
    },
  };
}
