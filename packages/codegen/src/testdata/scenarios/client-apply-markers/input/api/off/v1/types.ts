// +groupName=off.example.com
// +kubebuilder:ac:generate=false
import type { KubernetesObject } from '@kb/apimachinery';

export interface Spec {
  text?: string;
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
export interface Off extends KubernetesObject {
  spec?: Spec;
}
