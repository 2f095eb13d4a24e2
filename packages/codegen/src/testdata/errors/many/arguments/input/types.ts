import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:Minimum=none
  // +kubebuilder:validation:Maximum
  // +kubebuilder:validation:ExclusiveMaximum=yes
  clerks?: int32;
  // +optional=true
  // +kubebuilder:validation:MinLength=1.5
  // +kubebuilder:validation:MaxLength=10 characters
  owner?: string;
  // +optional because nobody knows
  // +kubebuilder:validation:Enum = a;b
  name?: string;
  // +kubebuilder:validation:Pattern="^a
  // +default={"a": }
  // +kubebuilder:title=1
  text?: string;
  // +listType=sorted
  // +kubebuilder:default={a, 1: 2}
  list?: string[];
  // +kubebuilder:validation:XValidation:message="no rule"
  // +kubebuilder:validation:XValidation:rule="true",reason=Because
  // +kubebuilder:validation:XValidation:rule="true",massage="x"
  // +kubebuilder:validation:XValidation:rule="true",rule="false"
  rules?: string;
}

/** Shop sells. */
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Everywhere
// +kubebuilder:resource:scope
// +kubebuilder:printcolumn:name="A",type=text,JSONPath=`.spec.owner`
// +kubebuilder:printcolumn:name="A"
// +kubebuilder:subresource:scale:specpath=.spec.clerks
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
