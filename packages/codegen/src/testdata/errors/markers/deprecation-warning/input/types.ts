import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:deprecatedversion:warning=""
export interface Shop extends KubernetesObject {
  spec?: string;
}
