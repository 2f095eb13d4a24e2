import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=sh
// +kubebuilder:unservedversion
// +kubebuilder:deprecatedversion
// +kubebuilder:printcolumn:name="Spec",type=string,JSONPath=`.spec`
export interface Shop extends KubernetesObject {
  spec: string;
}
