import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:Pattern=`^b`
  // +kubebuilder:validation:XValidation:rule="!self.startsWith('a')"
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
