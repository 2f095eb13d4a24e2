import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="A",type=string,format=url,JSONPath=`.spec.owner`
export interface Shop extends KubernetesObject {
  spec?: string;
}
