import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface shop extends KubernetesObject {
  spec?: string;
}
