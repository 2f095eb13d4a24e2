// +groupName=flatten.example.com

import type { int32, KubernetesObject } from '@kb/apimachinery';

/** Text has every rule of text. */
// +kubebuilder:validation:MinLength=2
// +kubebuilder:validation:MaxLength=20
// +kubebuilder:validation:Pattern=`^[a-z]+$`
// +kubebuilder:validation:Format=hostname
// +kubebuilder:validation:XValidation:rule="self != 'type'"
export type Text = string;

/** Short has a lower bound only. */
// +kubebuilder:validation:MinLength=4
export type Short = string;

/** Number has every rule of numbers. */
// +kubebuilder:validation:Minimum=1
// +kubebuilder:validation:Maximum=9
// +kubebuilder:validation:ExclusiveMinimum=true
// +kubebuilder:validation:MultipleOf=2
export type Number = int32;

/** Choice is a or b. */
// +kubebuilder:validation:Enum=a;b
export type Choice = string;

/** Object is kept. */
// +kubebuilder:pruning:PreserveUnknownFields
// +kubebuilder:validation:XEmbeddedResource
// +kubebuilder:validation:XValidation:rule="has(self.name)"
// +kubebuilder:validation:XValidation:rule="self.name != 'z'"
// +mapType=granular
export interface Object {
  name?: string;
}

/** Either is a number or text. */
// +kubebuilder:validation:XIntOrString
export type Either = string;

/** KnotSpec has fields whose markers meet those of their types. */
export interface KnotSpec {
  // +kubebuilder:validation:MinLength=3
  // +kubebuilder:validation:MaxLength=10
  both: Text; // rule: flatten/hoist-bounds

  // +kubebuilder:validation:MinLength=10
  // +kubebuilder:validation:MaxLength=10
  oneSided: Short; // rule: flatten/only-conflicts-are-hoisted

  // +kubebuilder:validation:MaxLength=10
  added: Short; // rule: flatten/missing-is-taken

  // +kubebuilder:validation:MinLength=4
  equal: Short; // rule: flatten/equal-numbers-are-hoisted

  // +kubebuilder:validation:Pattern=`^[a-z]+$`
  // +kubebuilder:validation:Format=hostname
  same: Text; // rule: flatten/equal-text-is-kept

  // +kubebuilder:validation:Pattern=`^[a-c]+$`
  // +kubebuilder:validation:Format=ipv4
  // +kubebuilder:validation:MinLength=1
  other: Text; // rule: flatten/one-pair-for-all

  // +kubebuilder:validation:Minimum=2
  // +kubebuilder:validation:Maximum=8
  // +kubebuilder:validation:ExclusiveMaximum=true
  // +kubebuilder:validation:ExclusiveMinimum=false
  // +kubebuilder:validation:MultipleOf=4
  number: Number; // rule: flatten/exclusive-is-or

  enum: Choice; // rule: flatten/enum-of-the-type

  // +kubebuilder:validation:Enum=xx;yy
  enumAdded: Short; // rule: flatten/enum-of-the-field

  // +kubebuilder:validation:XValidation:rule="self != 'field'"
  // +kubebuilder:validation:XValidation:rule="self != 'field too'"
  ruled: Text; // rule: flatten/rules-of-the-field-first

  // +kubebuilder:validation:XValidation:rule="self.name != 'x'"
  // +structType=atomic
  object: Object; // rule: flatten/map-type-of-the-field-wins

  // +kubebuilder:title=Flags
  // +nullable
  // +kubebuilder:pruning:PreserveUnknownFields
  flags: Object; // rule: flatten/flags-are-or

  // +kubebuilder:validation:Format=byte
  format: Short;

  // +kubebuilder:validation:Pattern=`^x$`
  // +kubebuilder:validation:XIntOrString
  either: Either;
}

/** Knot shows how the markers of a field and of its type come together. */
// +kubebuilder:object:root=true
export interface Knot extends KubernetesObject {
  spec: KnotSpec;
}
