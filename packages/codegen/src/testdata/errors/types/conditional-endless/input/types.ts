import type { KubernetesObject } from '@kb/apimachinery';

type Rest<T> = T extends string ? Rest<T> : never;

export interface ShopSpec {
  rest: Rest<string>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
