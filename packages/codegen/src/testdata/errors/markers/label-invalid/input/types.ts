import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:metadata:labels="app=my shop"
export interface Shop extends KubernetesObject {
  spec?: string;
}
