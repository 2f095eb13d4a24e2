import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:version={"name": "v2"}
export interface Shop extends KubernetesObject {
  spec?: string;
}
