import type { KubernetesObject } from '@kb/apimachinery';
import type { PodSpecs } from '@kb/kubernetes/core/v1';

export interface ShopSpec {
  thing?: PodSpecs;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
