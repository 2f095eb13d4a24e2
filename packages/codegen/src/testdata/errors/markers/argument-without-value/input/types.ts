import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:resource:scope
export interface Shop extends KubernetesObject {
  spec?: string;
}
