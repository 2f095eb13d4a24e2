// +groupName=versions.example.com
// +kubebuilder:skip

import type { KubernetesObject } from '@kb/apimachinery';

/** Road is not looked at. */
// +kubebuilder:object:root=true
export interface Road extends KubernetesObject { // rule: version/skipped-folder
}
