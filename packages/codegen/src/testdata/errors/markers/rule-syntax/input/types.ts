import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:XValidation:rule="self >"
  size: int32;
  // +kubebuilder:validation:XValidation:rule="self.all(x, x > 0"
  sizes: int32[];
  // +kubebuilder:validation:XValidation:rule="self = 'a'"
  name: string;
  // +kubebuilder:validation:XValidation:rule="true",messageExpression="'is ' + self +"
  other: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
