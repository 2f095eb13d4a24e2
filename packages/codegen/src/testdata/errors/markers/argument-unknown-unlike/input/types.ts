import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:subresource:scale:specpath=.spec.a,statuspath=.status.a,replicas=3
export interface Shop extends KubernetesObject {
  spec?: string;
}
