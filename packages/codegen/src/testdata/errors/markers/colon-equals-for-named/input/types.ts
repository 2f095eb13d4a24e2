import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:resource:=shops
export interface Shop extends KubernetesObject {
  spec?: string;
}
