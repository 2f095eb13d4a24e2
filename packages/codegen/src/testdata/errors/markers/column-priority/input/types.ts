import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="A",type=string,JSONPath=`.spec`,priority=high
export interface Shop extends KubernetesObject {
  spec?: string;
}
