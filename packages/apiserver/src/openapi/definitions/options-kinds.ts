import type { JsonObject } from '@kb/apimachinery';

/** Every group version in kube-apiserver's scheme, served or not: DeleteOptions and WatchEvent are kinds of each. */
const ALL = `
/v1
admission.k8s.io/v1 admission.k8s.io/v1beta1
admissionregistration.k8s.io/v1 admissionregistration.k8s.io/v1alpha1 admissionregistration.k8s.io/v1beta1
apiextensions.k8s.io/v1 apiextensions.k8s.io/v1beta1
apiregistration.k8s.io/v1 apiregistration.k8s.io/v1beta1
apps/v1 apps/v1beta1 apps/v1beta2
authentication.k8s.io/v1 authentication.k8s.io/v1alpha1 authentication.k8s.io/v1beta1
authorization.k8s.io/v1 authorization.k8s.io/v1beta1
autoscaling/v1 autoscaling/v2
batch/v1 batch/v1beta1
certificates.k8s.io/v1 certificates.k8s.io/v1alpha1 certificates.k8s.io/v1beta1
coordination.k8s.io/v1 coordination.k8s.io/v1alpha2 coordination.k8s.io/v1beta1
discovery.k8s.io/v1 discovery.k8s.io/v1beta1
events.k8s.io/v1 events.k8s.io/v1beta1
extensions/v1beta1
flowcontrol.apiserver.k8s.io/v1 flowcontrol.apiserver.k8s.io/v1beta1 flowcontrol.apiserver.k8s.io/v1beta2 flowcontrol.apiserver.k8s.io/v1beta3
imagepolicy.k8s.io/v1alpha1
internal.apiserver.k8s.io/v1alpha1
networking.k8s.io/v1 networking.k8s.io/v1beta1
node.k8s.io/v1 node.k8s.io/v1alpha1 node.k8s.io/v1beta1
policy/v1 policy/v1beta1
rbac.authorization.k8s.io/v1 rbac.authorization.k8s.io/v1alpha1 rbac.authorization.k8s.io/v1beta1
resource.k8s.io/v1 resource.k8s.io/v1alpha3 resource.k8s.io/v1beta1 resource.k8s.io/v1beta2
scheduling.k8s.io/v1 scheduling.k8s.io/v1alpha2 scheduling.k8s.io/v1beta1
storage.k8s.io/v1 storage.k8s.io/v1alpha1 storage.k8s.io/v1beta1
storagemigration.k8s.io/v1beta1
`;

/** Groups unknown to the part of kube-apiserver that serves custom resources. */
const unknownToCustom = new Set([
  'admission.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'imagepolicy.k8s.io',
]);

/** A version of a group. */
interface GroupVersion {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
}

/**
 * Selects the kinds: a group version only has its own, version 2 all, and the documents of custom resources those that
 * their part of the server knows.
 */
export type OptionsScope = GroupVersion | 'all' | 'custom';

/** The kinds of DeleteOptions and WatchEvent in a document. */
export function optionsKinds(kind: string, scope: OptionsScope): JsonObject[] {
  const shown = (group: string, version: string): boolean => {
    if (scope === 'all') return true;
    if (scope === 'custom') return !unknownToCustom.has(group);
    return group === '' || (group === scope.group && version === scope.version);
  };
  return ALL.trim()
    .split(/\s+/)
    .map((name) => name.split('/'))
    .filter(([group = '', version = '']) => shown(group, version))
    .map(([group = '', version = '']) => ({ group, kind, version }));
}
