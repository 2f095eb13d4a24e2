import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size?: int32;
}

// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTime`
// +kubebuilder:printcolumn:name="Owner",type=string,JSONPath=`.metadata.labels.owner`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
