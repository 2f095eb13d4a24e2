import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  shelf?: Shelf;
}

export interface Shelf {
  boxes?: Box[];
}

export interface Box {
  shelf?: Shelf;
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
