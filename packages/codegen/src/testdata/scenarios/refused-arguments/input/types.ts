import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // rule: lookup/text-behind
  // +optional because it can be left out
  behind: string;

  // rule: lookup/space-before-equals
  // +kubebuilder:default = a
  space: string;

  // rule: lookup/value-for-a-marker-without
  // +optional=x
  value: string;

  // rule: argument/integer-in-decimal
  // +kubebuilder:validation:MaxLength=0x10
  hexadecimal: string;

  // rule: argument/number-of-words
  // +kubebuilder:validation:Maximum=ten
  word: int32;

  // rule: argument/bool-of-other-words
  // +kubebuilder:validation:ExclusiveMaximum=True
  bool: int32;

  // rule: argument/stray-quote
  // +kubebuilder:default=5" wide
  quote: string;

  // rule: argument/json-that-is-none
  // +default={a: 1}
  json: Record<string, string>;

  // rule: argument/left-over
  // +kubebuilder:default=a,b
  left: string;

  // rule: argument/missing
  // +kubebuilder:validation:XValidation:message="x"
  missing: string;

  // rule: argument/unknown
  // +kubebuilder:validation:XValidation:rule="true",text="x"
  unknown: string;

  // rule: guess/lists-of-one-type
  // +kubebuilder:default={1,"a"}
  mixed: unknown;

  // rule: default/ref
  // +default=ref(Other)
  reference: string;

  // rule: title/without-value
  // +kubebuilder:title
  title: string;
}

// rule: lookup/argument-without-value
// +kubebuilder:resource:scope
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}

// rule: lookup/colon-before-equals-of-arguments
// +kubebuilder:printcolumn:=Name
// +kubebuilder:object:root=true
export interface Stall extends KubernetesObject {
  spec: ShopSpec;
}
