// +groupName=newer.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** Entry is an element of a list. */
export interface Entry {
  name: string;
  other: string;
}

/** Keyed is told apart by keys. */
// +k8s:listType=map
// +k8s:listMapKey=name
// +k8s:listMapKey=other
export type Keyed = Entry[];

/** Bounded has bounds. */
// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=5
export interface Bounded {
  name?: string;
}

/** Sized has bounds of its own, one of which is the same. */
// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=3
// rule: flatten/equal-numbers-of-properties-are-kept
export interface Sized extends Bounded {}

/** Same has the same bounds. */
// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=5
export interface Same extends Bounded {}

/** ListSpec has the markers that Kubernetes' own types have. */
export interface ListSpec {
  keyed: Keyed;

  // +k8s:listMapKey=name
  // +k8s:listType=map
  entries: Entry[];

  // +k8s:listType=set
  set: string[];

  // +k8s:listType=atomic
  atomic: string[];

  sized: Sized;

  same: Same;
}

/** List shows markers that came after 0.21. */
// +kubebuilder:object:root=true
export interface List extends KubernetesObject {
  spec: ListSpec;
}
