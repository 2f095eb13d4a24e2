import type { KubernetesObject } from '@kb/apimachinery';

export const limits = { check: (): boolean => true };

export interface ShopSpec {
  thing?: typeof limits;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
