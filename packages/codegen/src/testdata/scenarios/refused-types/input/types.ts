import type { float64, int32, KubernetesObject } from '@kb/apimachinery';

// rule: enum/of-other-types
// +k8s:enum
export type Numbers = int32;

// rule: enum/without-values
// +k8s:enum
export type Nothing = string;

// rule: reference/recursive
export interface Tree {
  branches: Tree[];
}

// +kubebuilder:validation:Type=string
export type Text = int32;

export interface ShopSpec {
  // rule: type/float-not-allowed
  float: float64;

  // rule: type/any
  any: any;

  // rule: type/map-keys-of-numbers
  map: Record<number, string>;

  // rule: flatten/conflicting-types
  // +kubebuilder:validation:Type=integer
  conflict: Text;

  numbers: Numbers;
  nothing: Nothing;
  tree: Tree;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}

// rule: crd/helpers-become-kinds
export interface Reference extends KubernetesObject {
  spec: ShopSpec;
}
