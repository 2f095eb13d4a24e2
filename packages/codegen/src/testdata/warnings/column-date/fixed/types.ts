import type { int32, KubernetesObject, Time } from '@kb/apimachinery';

export interface ShopSpec {
  size?: int32;
  // +kubebuilder:validation:Format=date
  since?: string;
  opened?: Time;
}

// +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`
// +kubebuilder:printcolumn:name="Since",type=string,JSONPath=`.spec.since`
// +kubebuilder:printcolumn:name="Opened",type=date,JSONPath=`.spec.opened`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
