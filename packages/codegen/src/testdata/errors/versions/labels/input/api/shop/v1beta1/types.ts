// +groupName=shop.example.com
import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:metadata:labels="a=2"
export interface Shop extends KubernetesObject {
  spec?: string;
}
