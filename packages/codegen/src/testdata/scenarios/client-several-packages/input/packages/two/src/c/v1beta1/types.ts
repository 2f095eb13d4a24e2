// +groupName=c.example.com
import type { KubernetesObject } from '@kb/apimachinery';

export interface Spec {
  text?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: Spec;
}
