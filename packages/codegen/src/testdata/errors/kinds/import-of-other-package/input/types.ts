import type { KubernetesObject } from '@kb/runtime';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}
