// +groupName=b.example.com
import type { KubernetesObject } from '@kb/apimachinery';

export interface Spec {
  text?: string;
}

// +kubebuilder:object:root=true
export interface Stall extends KubernetesObject {
  spec?: Spec;
}
