import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:Minimum=none
  clerks?: int32;
  // +kubebuilder:validation:MinLength=1
  floors?: int32;
  size: number;
  open: Map<string, boolean>;
}

// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Everywhere
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
