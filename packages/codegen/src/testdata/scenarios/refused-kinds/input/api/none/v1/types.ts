import type { KubernetesObject } from '@kb/apimachinery';

// rule: crd/no-group
// +kubebuilder:object:root=true
export interface Lost extends KubernetesObject {}
