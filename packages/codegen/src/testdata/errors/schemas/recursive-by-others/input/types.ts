import type { KubernetesObject } from '@kb/apimachinery';

export interface Thing {
  boxes?: Record<string, Box>;
}

export interface Box {
  things?: Thing[];
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
