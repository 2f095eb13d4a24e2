import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  thing?: { type: 'A'; a?: string } | { type: 'B'; b?: string };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
