import type { KubernetesObject } from '@kb/apimachinery';
import type Door from './door.ts';

export interface ShopSpec {
  door: Door;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
