import type { int32, KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:validation:Minimum=1

/** Text. */
// +kubebuilder:default=a
// +kubebuilder:subresource:status
// +groupName=other.example.com
export interface ShopSpec {
  // +kubebuilder:validation:Minimum=0

  clerks?: int32;
  owner?: string; // +kubebuilder:validation:MinLength=1
  // +kubebuilder:subresource:status
  name?: string;
  // +kubebuilder:validation:MaxLength=1
}

// +kubebuilder:object:root=true

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}

export function check(): void {
  // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
  const text = `
  // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
  `;
  void text;
}
