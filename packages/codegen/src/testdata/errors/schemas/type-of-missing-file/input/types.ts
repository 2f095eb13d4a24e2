import type { KubernetesObject } from '@kb/apimachinery';
import type { Thing } from './thing.ts';

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
