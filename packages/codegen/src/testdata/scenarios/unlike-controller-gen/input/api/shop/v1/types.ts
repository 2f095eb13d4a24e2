/**
 * Everything that kb writes, and controller-gen does not or writes otherwise.
 * +groupName=shop.example.com
 * +kubebuilder:ac:output:package="applied"
 */

import type { KubernetesObject, Time } from '@kb/apimachinery';

// rule: marker/ac.output.package, comment/folder-marker-glued, rbac/rules-that-become-equal
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
// +kubebuilder:rbac:groups=extensions,resources=deployments,verbs=get
// +kubebuilder:rbac:groups=apps;extensions,resources=deployments,verbs=list
export const version = 'v1';

/** Words are words. */
export type Words = string[];

/** Names is a map. */
export type Names = Record<string, string>;

/** Base is what others inherit from. */
export interface Base {
  /** Note of the base. */
  // +kubebuilder:validation:MinLength=1
  note: string;
}

/** Field has what is replaced. */
// +kubebuilder:ac:generate=false
// rule: embedding/shadowing, marker/ac.generate
export interface Field extends Base {
  /** Note of its own. */
  note: string;
}

// rule: order/of-different-names-is-random
// +kubebuilder:validation:XValidation:rule="has(self.note)"
export interface ShopSpec {
  // rule: comment/list-in-prose
  /**
   * A list:
   * + first
   * + second
   */
  list: string;

  // This is no description.
  // rule: prose/line-comments
  lines: string;

  /**
   * It has tags.
   * @see nothing
   */
  // rule: prose/tags
  tags: string;

  /** It has a link: {@link Words}, {@link Names | another}. */
  // rule: prose/links
  links: string;

  // rule: reference/markers-that-need-a-type
  // +kubebuilder:validation:MaxLength=30
  opened: Time;

  // rule: reference/markers-of-lists-and-maps
  // +kubebuilder:validation:MaxItems=3
  // +listType=set
  words: Words;

  // +kubebuilder:validation:MaxProperties=3
  names: Names;

  field: Field;

  // +kubebuilder:validation:XValidation:rule="self != 'x'"
  // +k8s:immutable
  note: string;

  // rule: immutable/names-that-cel-keeps
  // +k8s:immutable
  in?: string;

  // rule: default/empty-map-on-a-declared-list
  // +kubebuilder:default={}
  emptyWords?: Words;

  // rule: yaml/keys-in-a-circle
  // +kubebuilder:default={x2: a, x10: b, x1y: c}
  circle?: Names;

  // rule: yaml/line-separators
  // +kubebuilder:default="a\u2028b"
  separated: string;
}

// rule: crd/plural-of-abbreviations, crd/version-annotation, marker/object.generate, marker/k8s.deepcopy-gen
// +kubebuilder:object:root=true
// +kubebuilder:object:generate=true
// +k8s:deepcopy-gen=true
export interface Dns extends KubernetesObject {
  spec: ShopSpec;
}

// rule: marker/k8s.deepcopy-gen.interfaces
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
export interface Old extends KubernetesObject {
  spec: Field;
}

// rule: version/all-skipped
// +kubebuilder:object:root=true
// +kubebuilder:skipversion
export interface Gone extends KubernetesObject {
  spec: Field;
}
