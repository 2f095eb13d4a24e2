import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:subresource:scale:specpath=.replicas,statuspath=.status.replicas
export interface Shop extends KubernetesObject {
  spec?: string;
}
