import type { KubernetesObject } from '@kb/apimachinery';

export interface Base {
  inherited?: string;
  always: string;
}

// +kubebuilder:validation:AtMostOneOf=inherited;alpah
// +kubebuilder:validation:AtMostOneOf=spec.alpha;alpha
// +kubebuilder:validation:ExactlyOneOf=alpha;alpha
// +kubebuilder:validation:ExactlyOneOf=always;alpha
// +kubebuilder:validation:AtLeastOneOf=marked;$odd
export interface ShopSpec extends Base {
  alpha?: string;
  // +required
  marked?: string;
  $odd?: string;
  // +kubebuilder:validation:AtMostOneOf=a;b
  both?: string;
}

// +kubebuilder:validation:AtLeastOneOf=a
export type Names = string[];

export interface Lists {
  names: Names;
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
  lists?: Lists;
}
