import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:default=null
  name?: string | null;
  // +kubebuilder:default=null
  // +nullable
  marked?: string;
  // +kubebuilder:default=null
  alias?: Name | null;
  // Here nothing else can be meant.
  // +nullable
  // +kubebuilder:default="null"
  quoted?: string;
  // +kubebuilder:default=null
  never?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}

export type Name = string;
