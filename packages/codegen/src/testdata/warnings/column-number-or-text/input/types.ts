import type { IntOrString, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  port?: IntOrString;
}

// +kubebuilder:printcolumn:name="Port",type=integer,JSONPath=`.spec.port`
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
