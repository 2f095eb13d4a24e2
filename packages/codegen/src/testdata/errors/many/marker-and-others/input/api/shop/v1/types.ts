// +groupName=shop.example.com
import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  // +kubebuilder:validation:MaxLength=ten
  spec?: string
  // +kubebuilder:validation:Maximum=3
  status?: string;
}
