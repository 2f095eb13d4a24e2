import type { KubernetesObject } from '@kb/apimachinery';

export interface Unmarked extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:object:root=true
export interface Unbased {
  spec?: string;
}

// +kubebuilder:object:root=true
export type Alias = KubernetesObject;

// +kubebuilder:object:root=true
interface Hidden extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:object:root=true
export interface lower extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}
