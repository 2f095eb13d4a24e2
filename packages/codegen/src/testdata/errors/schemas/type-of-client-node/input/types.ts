import type { KubernetesObject } from '@kb/apimachinery';
import type { V1PodSpecs } from '@kubernetes/client-node';

export interface ShopSpec {
  thing?: V1PodSpecs;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
