// +groupName=shop.example.com
import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:shortName=s
export interface Shop extends KubernetesObject {
  spec?: string;
}
