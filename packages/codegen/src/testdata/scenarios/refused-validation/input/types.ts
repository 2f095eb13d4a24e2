import type { int32, KubernetesObject } from '@kb/apimachinery';

export type Words = string[];

// +kubebuilder:validation:Enum=a;b
export type Choice = string;

export interface Pair {
  a: string;
}

export interface ShopSpec {
  // rule: validation/Maximum-on-other-types
  // +kubebuilder:validation:Maximum=1
  maximum: string;

  // rule: validation/Minimum-on-other-types
  // +kubebuilder:validation:Minimum=1
  minimum: string;

  // rule: validation/ExclusiveMaximum-on-other-types
  // +kubebuilder:validation:ExclusiveMaximum=true
  exclusiveMaximum: string;

  // rule: validation/ExclusiveMinimum-on-other-types
  // +kubebuilder:validation:ExclusiveMinimum=true
  exclusiveMinimum: string;

  // rule: validation/MultipleOf-on-other-types
  // +kubebuilder:validation:MultipleOf=2
  multipleOf: string;

  // rule: validation/MaxLength-on-other-types
  // +kubebuilder:validation:MaxLength=1
  maxLength: int32;

  // rule: validation/MinLength-on-other-types
  // +kubebuilder:validation:MinLength=1
  minLength: int32;

  // rule: validation/Pattern-on-other-types
  // +kubebuilder:validation:Pattern=a
  pattern: int32;

  // rule: validation/MaxItems-on-other-types
  // +kubebuilder:validation:MaxItems=1
  maxItems: string;

  // rule: validation/MinItems-on-other-types
  // +kubebuilder:validation:MinItems=1
  minItems: string;

  // rule: validation/UniqueItems-on-other-types
  // +kubebuilder:validation:UniqueItems=false
  uniqueItems: string;

  // rule: validation/MaxProperties-on-other-types
  // +kubebuilder:validation:MaxProperties=1
  maxProperties: string[];

  // rule: validation/MinProperties-on-other-types
  // +kubebuilder:validation:MinProperties=1
  minProperties: string[];

  // rule: validation/Maximum-fraction-on-integer
  // +kubebuilder:validation:Maximum=1.5
  fractionMaximum: int32;

  // rule: validation/Minimum-fraction-on-integer
  // +kubebuilder:validation:Minimum=1.5
  fractionMinimum: int32;

  // rule: validation/MultipleOf-fraction-on-integer
  // +kubebuilder:validation:MultipleOf=1.5
  fractionMultipleOf: int32;

  // rule: validation/reason-unknown
  // +kubebuilder:validation:XValidation:rule="true",reason=Other
  reason: string;

  // rule: validation/enum-of-another-type
  // +kubebuilder:validation:Enum=1;2
  enum: string;

  // rule: validation/unique-items-true
  // +kubebuilder:validation:UniqueItems=true
  unique: string[];

  // rule: items/on-other-types
  // +kubebuilder:validation:items:MaxLength=1
  items: string;

  // rule: items/of-items
  // +kubebuilder:validation:items:items:MaxLength=1
  itemsOfItems: string[][];

  // rule: reference/items-of-a-declared-list
  // +kubebuilder:validation:items:MaxLength=1
  declared: Words;

  // rule: default/is-not-checked
  // +kubebuilder:default="x"
  default: int32;

  // rule: flatten/enum-of-the-type-wins
  // +kubebuilder:validation:Enum=b;c
  choice: Choice;

  // rule: topology/list-type-on-other-types
  // +listType=set
  listType: string;

  // rule: topology/list-type-unknown
  // +listType=bag
  listTypeUnknown: string[];

  // rule: topology/map-key-on-other-types
  // +listMapKey=a
  mapKey: string;

  // rule: topology/map-key-of-other-lists
  // +listType=atomic
  // +listMapKey=a
  mapKeyOfSet: Pair[];

  // rule: topology/map-type-on-other-types
  // +mapType=atomic
  mapType: string;

  // rule: topology/map-type-unknown
  // +mapType=loose
  mapTypeUnknown: Record<string, string>;

  // rule: topology/struct-type-on-other-types
  // +structType=atomic
  structType: string;

  // rule: topology/struct-type-unknown
  // +structType=loose
  structTypeUnknown: Pair;

  // rule: topology/other-k8s-markers
  // +k8s:maximum=5
  other: int32;

  // rule: order/two-names-of-one-marker
  // +listType=set
  // +k8s:listType=atomic
  two: string[];

  // rule: title/not-text
  // +kubebuilder:title=5
  title: string;

  // rule: external-docs/invalid-url
  // +kubebuilder:externalDocs:url="not an address"
  externalDocs: string;

  // rule: enum/on-a-field
  // +k8s:enum
  enumOnField: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
