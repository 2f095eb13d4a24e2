

import type { KubernetesObject } from '@kb/apimachinery';

/** Lane is in one version only. */
// +kubebuilder:object:root=true
export interface Lane extends KubernetesObject {
}
