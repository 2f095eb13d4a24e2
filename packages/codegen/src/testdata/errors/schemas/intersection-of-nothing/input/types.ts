import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  thing?: { kind: 'A' } & { kind: 'B' };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
