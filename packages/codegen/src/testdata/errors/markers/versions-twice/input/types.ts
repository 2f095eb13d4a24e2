import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:versions=v1;v1
export interface Shop extends KubernetesObject {
  spec?: string;
}
