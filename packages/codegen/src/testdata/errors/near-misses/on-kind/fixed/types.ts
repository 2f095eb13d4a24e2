import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:subresource:status
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: { name?: string };
  status?: { ready?: boolean };
}
