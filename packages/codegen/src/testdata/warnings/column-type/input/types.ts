import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size?: int32;
  owner?: string;
  open?: boolean;
}

// +kubebuilder:printcolumn:name="Size",type=string,JSONPath=`.spec.size`
// +kubebuilder:printcolumn:name="Owner",type=integer,JSONPath=`.spec.owner`
// +kubebuilder:printcolumn:name="Open",type=string,JSONPath=`.spec.open`
// +kubebuilder:printcolumn:name="Closed",type=number,JSONPath=`.spec.open`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
