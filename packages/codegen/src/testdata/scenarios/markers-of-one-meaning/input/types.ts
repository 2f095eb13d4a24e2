import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +listType=set
  // +k8s:listType=atomic
  list: string[];
  // +optional
  // +k8s:required
  text: string;
  // +kubebuilder:validation:Required
  // +kubebuilder:validation:Optional
  other: string;
  // kubebuilder's own win over Kubernetes'.
  // +kubebuilder:validation:Optional
  // +required
  both: string;
  // Saying it twice is allowed.
  // +optional
  // +k8s:optional
  // +listType=set
  // +k8s:listType=set
  same?: string[];
  // +mapType=atomic
  // +structType=granular
  map: Record<string, string>;
  // +default="a"
  // +kubebuilder:default=b
  default?: string;
}

/** Shop sells. */
// +kubebuilder:object:root=false
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:ac:generate=true
// +kubebuilder:ac:generate=false
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}

// +kubebuilder:validation:Optional
// +kubebuilder:validation:Required

// +kubebuilder:ac:generate=true

// +kubebuilder:ac:generate=false
