import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Stall extends KubernetesObject {
  // +required because
  spec: Stahl;
}
