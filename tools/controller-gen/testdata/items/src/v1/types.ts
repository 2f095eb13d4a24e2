// +groupName=items.example.com

import type { int32, int64, KubernetesObject, RawExtension } from '@kb/apimachinery';

/** Word is one word. */
// +kubebuilder:validation:MinLength=1
export type Word = string;

/** Numbers are numbers, with every marker of numbers on each. */
// +kubebuilder:validation:items:Minimum=0
// +kubebuilder:validation:items:ExclusiveMinimum=true
// +kubebuilder:validation:items:Maximum=10
// +kubebuilder:validation:items:ExclusiveMaximum=true
// +kubebuilder:validation:items:MultipleOf=2
export type Numbers = int32[];

/** Texts are texts, with every marker of text on each. */
// +kubebuilder:validation:items:MinLength=2
// +kubebuilder:validation:items:MaxLength=20
// +kubebuilder:validation:items:Pattern=`^\w+$`
// +kubebuilder:validation:items:Format=hostname
// +kubebuilder:validation:items:Enum=aa;bb
// +kubebuilder:validation:items:XValidation:rule="self != 'cc'",message="no cc"
// +kubebuilder:validation:MaxItems=4
export type Texts = string[]; // rule: items/beside-markers-of-the-list

/** Lists are lists, with every marker of lists on each. */
// +kubebuilder:validation:items:MinItems=1
// +kubebuilder:validation:items:MaxItems=2
// +kubebuilder:validation:items:UniqueItems=false
export type Lists = string[][]; // rule: items/one-level-only

/** Tables are maps, with every marker of maps on each. */
// +kubebuilder:validation:items:MinProperties=1
// +kubebuilder:validation:items:MaxProperties=2
export type Tables = Record<string, string>[];

/** Resources are objects of the API. */
// +kubebuilder:validation:items:XPreserveUnknownFields
// +kubebuilder:validation:items:XEmbeddedResource
export type Resources = RawExtension[];

/** Pair has two fields. */
export interface Pair {
  first: string;
  second: string;
}

/** Eithers are numbers or text. */
// +kubebuilder:validation:items:XIntOrString
// +kubebuilder:validation:items:Pattern=`^\d+$`
export type Eithers = string[];

/** Retypeds are text. */
// +kubebuilder:validation:items:Type=string
export type Retypeds = int32[];

/** ListSpec has every marker of the family for the elements of a list. */
export interface ListSpec {
  numbers: Numbers;
  texts: Texts;
  lists: Lists;
  tables: Tables;
  eithers: Eithers;
  retypeds: Retypeds;
  resources: Resources;

  // +kubebuilder:validation:items:Minimum=1
  // +kubebuilder:validation:items:ExclusiveMinimum=true
  // +kubebuilder:validation:items:Maximum=11
  // +kubebuilder:validation:items:ExclusiveMaximum=true
  // +kubebuilder:validation:items:MultipleOf=3
  ownNumbers: int64[];

  // +kubebuilder:validation:items:MinLength=3
  // +kubebuilder:validation:items:MaxLength=30
  // +kubebuilder:validation:items:Pattern="^[a-z]+$"
  // +kubebuilder:validation:items:Format=ipv6
  // +kubebuilder:validation:items:Enum=aaa;bbb
  // +kubebuilder:validation:items:XValidation:rule="self != 'ccc'",messageExpression="self",reason=FieldValueInvalid
  ownTexts: string[];

  // +kubebuilder:validation:items:MinItems=2
  // +kubebuilder:validation:items:MaxItems=3
  // +kubebuilder:validation:items:UniqueItems=false
  ownLists: string[][];

  // +kubebuilder:validation:items:MinProperties=2
  // +kubebuilder:validation:items:MaxProperties=3
  ownTables: Record<string, string>[];

  // +kubebuilder:validation:items:Pattern=`^\d+$`
  // +kubebuilder:validation:items:XIntOrString
  ownEithers: string[]; // rule: order/items-by-priority

  // +kubebuilder:validation:items:MaxLength=3
  // +kubebuilder:validation:items:Type=string
  ownRetypeds: int32[];

  // +kubebuilder:validation:items:XPreserveUnknownFields
  // +kubebuilder:validation:items:XEmbeddedResource
  ownResources: RawExtension[];

  // +listType=map
  // +listMapKey=first
  // +kubebuilder:validation:items:XValidation:rule="oldSelf.hasValue() || self.second != 'x'",message="the second is x",fieldPath=".second",optionalOldSelf=true
  pairs: Pair[];

  // +kubebuilder:validation:items:MaxLength=9
  declared: Word[]; // rule: items/of-a-declared-type
}

/** List shows the family kubebuilder:validation:items on types and on fields. */
// +kubebuilder:object:root=true
export interface List extends KubernetesObject {
  spec: ListSpec;
}
