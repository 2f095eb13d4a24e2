import type { KubernetesObject } from '@kubernetes/client-node';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}
