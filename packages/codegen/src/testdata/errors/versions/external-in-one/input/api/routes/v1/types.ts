import type { KubernetesObject } from '@kb/apimachinery';

// +groupName=routes.example.org
// +kb:external

/** Route belongs to another project. */
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
export interface Route extends KubernetesObject {
  spec?: string;
}
