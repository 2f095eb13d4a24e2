import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  thing?: Pick<string, 'length'>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
