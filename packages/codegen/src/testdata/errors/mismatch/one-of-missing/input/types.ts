import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:validation:AtMostOneOf=configMap;secrt
export interface Thing {
  configMap?: string;
  secret?: string;
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
