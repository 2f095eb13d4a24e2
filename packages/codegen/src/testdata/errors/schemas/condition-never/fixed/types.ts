import type { int32, KubernetesObject } from '@kb/apimachinery';

type Known<T> = T extends string ? T : T extends int32 ? T : never;

export interface ShopSpec {
  size: Known<string>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
