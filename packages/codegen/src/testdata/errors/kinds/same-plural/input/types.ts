import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:object:root=true
// +kubebuilder:resource:path=shops
export interface Store extends KubernetesObject {
  spec?: string;
}
