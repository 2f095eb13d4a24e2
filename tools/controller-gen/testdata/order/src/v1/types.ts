// +groupName=order.example.com

import type { int32, KubernetesObject } from '@kb/apimachinery';

/** Text has its markers in no order. */
// +kubebuilder:validation:MaxLength=5
// +kubebuilder:validation:Type=string
// +kubebuilder:validation:MinLength=1
export type Text = int32; // rule: order/type-comes-first

/** RowSpec has markers in every order. */
export interface RowSpec {
  text: Text;

  // +kubebuilder:default=1
  // +default=2
  default: int32; // rule: order/json-default-comes-first

  // +kubebuilder:validation:items:MinLength=1
  // +kubebuilder:validation:Type=array
  // +kubebuilder:validation:MaxItems=2
  list: string[]; // rule: order/items-come-last

  // +kubebuilder:validation:XValidation:rule="self != 'a'"
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:XValidation:rule="self != 'b'"
  // +kubebuilder:validation:XValidation:rule="self != 'c'"
  rules: string; // rule: order/of-one-name-is-source-order
}

/** Row shows in which order markers are applied. */
// +kubebuilder:object:root=true
export interface Row extends KubernetesObject {
  spec: RowSpec;
}
