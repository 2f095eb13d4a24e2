import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: Spec;
}

export interface Spec {
  // +kb:schema={maxLength: 3}
  name?: string;
}
