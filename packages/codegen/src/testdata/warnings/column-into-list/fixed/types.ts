import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  streets?: { name?: string }[];
  size?: int32;
}

// +kubebuilder:printcolumn:name="Street",type=string,JSONPath=`.spec.streets[0].name`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
