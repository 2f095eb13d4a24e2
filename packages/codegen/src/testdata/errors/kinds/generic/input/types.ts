import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop<T> extends KubernetesObject {
  spec?: T;
}
