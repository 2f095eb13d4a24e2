import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:default={"a":{"b":[1,2]}}
  thing?: { a?: { b?: int32[] } };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
