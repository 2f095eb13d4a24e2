import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:metadata:annotations="example.com/=shop team"
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: { name?: string };
}
