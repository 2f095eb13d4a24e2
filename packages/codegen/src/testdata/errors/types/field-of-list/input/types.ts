import type { KubernetesObject } from '@kb/apimachinery';
import type { PodSpec } from '@kb/kubernetes/core/v1';

export interface ShopSpec {
  image?: PodSpec['containers']['image'];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
