import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:metadata:annotations="a=1"
// +kubebuilder:metadata:annotations="a=2"
export interface Shop extends KubernetesObject {
  spec?: string;
}
