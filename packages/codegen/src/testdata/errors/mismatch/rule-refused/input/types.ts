import type { int32, KubernetesObject } from '@kb/apimachinery';

/** Size of a part. */
// +kubebuilder:validation:XValidation:rule="self >= oldSelf"
export type Size = int32;

// +kubebuilder:validation:XValidation:rule="self.min <= self.max && self.max > 'a'",message="min is above max"
export interface ShopSpec {
  min: int32;
  max: int32;
  // +kubebuilder:validation:XValidation:rule="self.size()"
  name: string;
  // +kubebuilder:validation:XValidation:rule="self.all(a, self.exists_one(b, a == b))"
  names: string[];
  // +kubebuilder:validation:XValidation:rule="self < 10",messageExpression="'too large: ' + string(self)"
  size: int32;
  sizes: Size[];
  // +kubebuilder:validation:items:XValidation:rule="self != ''",optionalOldSelf=true
  labels: string[];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
