import type { KubernetesObject } from '@kb/apimachinery';

// rule: one-of/nested-field
// +kubebuilder:validation:AtMostOneOf=a.b;c.d
export interface Nested {
  a?: string;
}

// rule: one-of/marked-as-required
// +kubebuilder:validation:ExactlyOneOf=a;b
export interface Marked {
  // +required
  a?: string;
  b?: string;
}

// rule: one-of/required-by-its-type
// +kubebuilder:validation:AtLeastOneOf=a;b
export interface ByType {
  a: string;
  b?: string;
}

// rule: one-of/unknown-field
// +kubebuilder:validation:ExactlyOneOf=a;missing
export interface Unknown {
  a?: string;
}

export interface ShopSpec {
  nested: Nested;
  marked: Marked;
  byType: ByType;
  unknown: Unknown;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
