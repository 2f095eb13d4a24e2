// +groupName=

import type { KubernetesObject } from '@kb/apimachinery';

/** Core is in the core group. */
// +kubebuilder:object:root=true
export interface Core extends KubernetesObject { // rule: crd/core-group, rbac/no-permission-no-file
}
