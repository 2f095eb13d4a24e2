import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=sh
// +kubebuilder:unservedversion
export interface Shop extends KubernetesObject {
  spec?: string;
}
