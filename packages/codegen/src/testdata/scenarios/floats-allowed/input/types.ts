import type { float64, KubernetesObject } from '@kb/apimachinery';

/** Shop sells. */
// +kubebuilder:object:root=true
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +genclient
export interface Shop extends KubernetesObject {
  // +kubebuilder:validation:Maximum=1.5
  rate?: float64;
  other?: number;
}
