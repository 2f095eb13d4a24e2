import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:listKind=shops
export interface Shop extends KubernetesObject {
  spec?: string;
}
