import type { KubernetesObject } from '@kb/apimachinery';

export namespace Shapes {
  export interface Door {
    name: string;
  }
}

export interface ShopSpec {
  door: Shapes.Dor;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
