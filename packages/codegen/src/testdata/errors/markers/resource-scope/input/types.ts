import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Everywhere
export interface Shop extends KubernetesObject {
  spec?: string;
}
