import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  title?: string;
}

// +kubebuilder:printcolumn:name="Name",type=string,JSONPath=`.spec.title`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
