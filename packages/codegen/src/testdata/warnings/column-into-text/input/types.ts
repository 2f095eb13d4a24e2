import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  name?: string;
}

// +kubebuilder:printcolumn:name="Name",type=string,JSONPath=`.spec.name.first`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
