import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:listKind=Shop
export interface Shop extends KubernetesObject {
  spec?: string;
}
