import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +k8s:enum
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
