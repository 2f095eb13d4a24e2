import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  thing?: { type: 'A'; size: string } | { type: 'B'; size: int32 };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
