// +groupName=testdata.kubebuilder.io
// +versionName=v1beta1

import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface OneofSpec {
  firstTypeWithOneof?: TypeWithOneofs;
  secondTypeWithOneof?: TypeWithMultipleOneofs;
  firstTypeWithExactOneof?: TypeWithExactOneofs;
  secondTypeWithExactOneof?: TypeWithMultipleExactOneofs;
  typeWithMultipleAtLeastOneOf?: TypeWithMultipleAtLeastOneofs;
  typeWithAllOneOf?: TypeWithAllOneofs;
  typeWithOmitZero?: TypeWithOmitZero;
  typeWithOmitZeroExact?: TypeWithOmitZeroExact;
  typeWithOmitZeroAtLeastOneOf?: TypeWithOmitZeroAtLeastOneOf;
  firstCustomTypeAlias?: CustomTypeAlias;
  secondCustomTypeAlias?: CustomTypeAlias;
}

// +kubebuilder:validation:XValidation:message="only one of foo|bar may be set",rule="!(has(self.foo) && has(self.bar))"
// +kubebuilder:validation:AtMostOneOf=foo;bar
export interface TypeWithOneofs {
  foo?: string;
  bar?: string;
}

// +kubebuilder:validation:AtMostOneOf=a;b
// +kubebuilder:validation:AtMostOneOf=c;d
export interface TypeWithMultipleOneofs {
  a?: string;
  b?: string;
  c?: string;
  d?: string;
}

// +kubebuilder:validation:ExactlyOneOf=foo;bar
export interface TypeWithExactOneofs {
  foo?: string;
  bar?: string;
}

// +kubebuilder:validation:ExactlyOneOf=a;b
// +kubebuilder:validation:ExactlyOneOf=c;d
export interface TypeWithMultipleExactOneofs {
  a?: string;
  b?: string;
  c?: string;
  d?: string;
}

// +kubebuilder:validation:AtLeastOneOf=a;b
// +kubebuilder:validation:AtLeastOneOf=c;d
export interface TypeWithMultipleAtLeastOneofs {
  a?: string;
  b?: string;
  c?: string;
  d?: string;
}

// +kubebuilder:validation:AtMostOneOf=a;b
// +kubebuilder:validation:ExactlyOneOf=c;d
// +kubebuilder:validation:AtLeastOneOf=e;f
export interface TypeWithAllOneofs {
  a?: string;
  b?: string;
  c?: string;
  d?: string;
  e?: string;
  f?: string;
}

// +kubebuilder:validation:AtMostOneOf=foo;bar
export interface TypeWithOmitZero {
  foo?: string;
  bar?: string;
}

// +kubebuilder:validation:ExactlyOneOf=a;b
export interface TypeWithOmitZeroExact {
  a?: string;
  b?: string;
}

// +kubebuilder:validation:AtLeastOneOf=c;d
export interface TypeWithOmitZeroAtLeastOneOf {
  c?: string;
  d?: string;
}

// +kubebuilder:validation:XValidation:rule="self >= 100 && self <= 1000",message="invalid CustomTypeAlias value"
export type CustomTypeAlias = int32;

// +kubebuilder:object:root=true
export interface Oneof extends KubernetesObject {
  spec: OneofSpec;
}
