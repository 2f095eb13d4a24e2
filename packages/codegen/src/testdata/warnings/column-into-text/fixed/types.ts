import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  name?: string;
}

// +kubebuilder:printcolumn:name="Name of it",type=string,JSONPath=`.spec.name`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
