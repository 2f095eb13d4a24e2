import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
export class Shop implements KubernetesObject {
  spec?: string;
}
