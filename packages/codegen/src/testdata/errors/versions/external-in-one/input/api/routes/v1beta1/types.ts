import type { KubernetesObject } from '@kb/apimachinery';

// +groupName=routes.example.org

/** Route belongs to another project. */
// +kubebuilder:object:root=true
export interface Route extends KubernetesObject {
  spec?: string;
}
