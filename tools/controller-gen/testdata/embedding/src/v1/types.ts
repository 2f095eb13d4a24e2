// +groupName=embedding.example.com

import type { int32, KubernetesObject } from '@kb/apimachinery';
import type { LocalObjectReference } from '@kb/kubernetes/core/v1';

/** Base is embedded. */
// +kubebuilder:validation:XValidation:rule="self.base != 'x'"
export interface Base {
  /** Base of it. */
  base: string; // rule: embedding/required-is-the-union
  note?: string;
}

/** Second is embedded too. */
// +kubebuilder:validation:XValidation:rule="self.second > 0"
export interface Second {
  second: int32;
}

/** Deep embeds another. */
export interface Deep extends Base {
  deep: string;
}

/** Bounded has bounds. */
// +kubebuilder:validation:MinProperties=1
export interface Bounded {
  bounded?: string;
}

/** One has a field that two others have too. */
export interface One {
  /** Shared of one. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=9
  shared: string;
  table?: Record<string, Short>;
}

/** Two has it too. */
export interface Two {
  /** Shared of two. */
  // +kubebuilder:validation:MinLength=2
  shared: string;
  // +nullable
  table?: Record<string, Long>;
}

/** Three has it too. */
export interface Three {
  // +kubebuilder:validation:MinLength=3
  // +kubebuilder:validation:Pattern=`^a`
  shared: string;
}

// +kubebuilder:validation:MinLength=1
export type Short = string;

// +kubebuilder:validation:MaxLength=9
export type Long = string;

/** All embeds all three. */
// rule: embedding/same-field-is-merged, flatten/values-of-maps-are-merged, flatten/third-branch-stays
export interface All extends One, Two, Three {}

/** NestSpec embeds two. */
// +kubebuilder:validation:XValidation:rule="self.own != 'x'"
// rule: embedding/fields-are-the-type's-own, embedding/rules-of-the-last-first
export interface NestSpec extends Base, Second {
  own: string;

  deep: Deep; // rule: embedding/of-embedded

  only: Only;

  all: All;

  builtIn: BuiltIn;

  bounded: WithBounded;
}

/** Only has nothing of its own. */
// rule: embedding/description-is-not-inherited
export interface Only extends Base {}

/** BuiltIn embeds a type of Kubernetes. */
// rule: embedding/built-in
export interface BuiltIn extends LocalObjectReference {
  key: string;
}

/** WithBounded has a bound of its own too. */
// +kubebuilder:validation:MaxProperties=3
// rule: embedding/markers-of-the-embedded-type
export interface WithBounded extends Bounded {
  other?: string;
}

/** Nest shows embedding: inheritance, in TypeScript. */
// +kubebuilder:object:root=true
export interface Nest extends KubernetesObject {
  spec: NestSpec;
}
