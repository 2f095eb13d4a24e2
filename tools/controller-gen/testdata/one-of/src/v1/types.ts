// +groupName=oneof.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** Source is one of two. */
// +kubebuilder:validation:ExactlyOneOf=git;http
export interface Source {
  git?: string;
  http?: string;
}

/** Limits are at most one of three. */
// +kubebuilder:validation:AtMostOneOf={cpu,memory,both}
export interface Limits {
  cpu?: string;
  memory?: string;
  both?: string;
}

/** Contact is at least one. */
// +kubebuilder:validation:AtLeastOneOf=mail;phone
export interface Contact {
  mail?: string;
  phone?: string;
  name: string;
}

/** Single names one field. */
// +kubebuilder:validation:ExactlyOneOf=only
export interface Single { // rule: one-of/of-one-field
  only?: string;
}

/** Everything has all of them, twice, and a rule of its own. */
// +kubebuilder:validation:AtLeastOneOf=e;f
// +kubebuilder:validation:ExactlyOneOf=c;d
// +kubebuilder:validation:AtMostOneOf=a;b
// +kubebuilder:validation:AtMostOneOf=a;c
// +kubebuilder:validation:XValidation:rule="self.g != 'x'"
export interface Everything { // rule: one-of/by-priority, one-of/repeated
  a?: string;
  b?: string;
  c?: string;
  d?: string;
  e?: string;
  f?: string;
  g: string;
}

/** ChoiceSpec has choices. */
export interface ChoiceSpec {
  source: Source;
  limits: Limits;
  contact: Contact;
  single: Single;
  everything: Everything;

  /** Sources of others. */
  // +kubebuilder:validation:MaxItems=10
  sources: Source[];

  // +kubebuilder:validation:XValidation:rule="!has(self.git) || self.git != 'x'"
  ruled: Source; // rule: one-of/rules-of-the-field-first
}

/** Choice shows rules of which fields there are. */
// +kubebuilder:object:root=true
export interface Choice extends KubernetesObject {
  spec: ChoiceSpec;
}
