import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:versions=v1alpha1;v1beta1
export interface Shop extends KubernetesObject {
  spec?: string;
}
