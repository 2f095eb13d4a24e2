import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:metadata:annotations="example.com/owner"
export interface Shop extends KubernetesObject {
  spec?: string;
}
