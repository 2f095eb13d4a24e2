import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:object:root=false
export interface Shop extends KubernetesObject {
  spec?: string;
}
