// +groupName=validation.example.com

import type { int32, int64, KubernetesObject, RawExtension } from '@kb/apimachinery';

/** Whole is a number with every marker of numbers. */
// +kubebuilder:validation:Minimum=-10
// +kubebuilder:validation:ExclusiveMinimum=true
// +kubebuilder:validation:Maximum=100
// +kubebuilder:validation:ExclusiveMaximum=false
// +kubebuilder:validation:MultipleOf=5
export type Whole = int32;

/** Text has every marker of text. */
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:Pattern=`^[a-z]+$`
// +kubebuilder:validation:Format=hostname
export type Text = string;

/** List has every marker of lists. */
// +kubebuilder:validation:MinItems=1
// +kubebuilder:validation:MaxItems=5
// +kubebuilder:validation:UniqueItems=false
export type List = string[];

/** Table has every marker of maps. */
// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=8
export type Table = Record<string, string>;

/** Closed is one of a few. */
// +kubebuilder:validation:Enum=a;b
export type Closed = string;

/** Retyped is a number in Go, and text elsewhere. */
// +kubebuilder:validation:Type=string
export type Retyped = int64;

/** Kept is an object that keeps what it does not know. */
// +kubebuilder:validation:XPreserveUnknownFields
// +kubebuilder:validation:XEmbeddedResource
export interface Kept {
  name?: string;
}

/** Either is a number or text. */
// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:Pattern="^[0-9]+%?$"
// +kubebuilder:validation:MaxLength=4
// +kubebuilder:validation:MinLength=1
export type Either = string; // rule: validation/int-or-string-is-text

/** Checked has rules. */
// +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min is above max"
// +kubebuilder:validation:XValidation:rule="self.min >= 0",messageExpression="'min is %d'.format([self.min])",reason=FieldValueInvalid,fieldPath=".min"
export interface Checked { // rule: validation/rules-in-source-order
  min: int32;
  max: int32;
}

/** ThingSpec has every marker of the family on a field. */
export interface ThingSpec {
  whole: Whole;
  text: Text;
  list: List;
  table: Table;
  closed: Closed;
  retyped: Retyped;
  kept: Kept;
  either: Either;
  // +kubebuilder:validation:XValidation:rule="self.max < 100",messageExpression="'max is %d'.format([self.max])",fieldPath=".max"
  checked: Checked;

  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:validation:ExclusiveMinimum=false
  // +kubebuilder:validation:Maximum=9
  // +kubebuilder:validation:ExclusiveMaximum=true
  // +kubebuilder:validation:MultipleOf=3
  number: int64; // rule: validation/exclusive-false-is-left-out

  // +kubebuilder:validation:Minimum=10.0
  float: int32; // rule: validation/whole-float-on-integer

  // +kubebuilder:validation:MinLength=0
  // +kubebuilder:validation:MaxLength=0
  // +kubebuilder:validation:Pattern=[a-z]+
  // +kubebuilder:validation:Format=ipv4
  word: string; // rule: validation/bounds-of-zero-are-kept, validation/pattern-verbatim

  // +kubebuilder:validation:MinItems=2
  // +kubebuilder:validation:MaxItems=3
  // +kubebuilder:validation:UniqueItems=false
  words: string[];

  // +kubebuilder:validation:MinProperties=2
  // +kubebuilder:validation:MaxProperties=3
  pairs: Record<string, string>;

  // +kubebuilder:validation:Enum=1;2;3
  choice: int32; // rule: validation/enum-guesses-each-value

  // +kubebuilder:validation:Enum={"1","two","x y"}
  quoted: string;

  // +kubebuilder:validation:Enum=true
  yes: boolean;

  // +kubebuilder:validation:Enum={{a},{a,b}}
  lists: string[]; // rule: validation/enum-of-a-list-is-of-the-list

  // +kubebuilder:validation:Type=string
  port: int32; // rule: order/type-comes-first

  // +kubebuilder:validation:Type=string
  // +kubebuilder:validation:MaxLength=3
  short: int32;

  // +kubebuilder:validation:XPreserveUnknownFields
  // +kubebuilder:validation:XEmbeddedResource
  whatever: RawExtension;

  // +kubebuilder:validation:Pattern=`^\d+$`
  // +kubebuilder:validation:XIntOrString
  percent: string; // rule: order/int-or-string-comes-first

  // +kubebuilder:validation:XValidation:rule="self != ''",message="it is empty",reason=FieldValueRequired
  // +kubebuilder:validation:XValidation:rule="self != 'x'",reason=FieldValueForbidden
  // +kubebuilder:validation:XValidation:rule="self != 'y'",reason=FieldValueDuplicate
  // +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() || self == 'z'",optionalOldSelf=true
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",optionalOldSelf=false
  ruled: string; // rule: validation/reasons
}

/** Thing shows the family kubebuilder:validation on types and on fields. */
// +kubebuilder:object:root=true
export interface Thing extends KubernetesObject {
  spec: ThingSpec;
}
