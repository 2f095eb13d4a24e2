import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:metadata:labels=app
export interface Shop extends KubernetesObject {
  spec?: string;
}
