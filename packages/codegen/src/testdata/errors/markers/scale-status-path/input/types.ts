import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=status.replicas
export interface Shop extends KubernetesObject {
  spec?: string;
}
