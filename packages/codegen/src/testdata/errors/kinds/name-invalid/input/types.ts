import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop_2 extends KubernetesObject {
  spec?: string;
}
