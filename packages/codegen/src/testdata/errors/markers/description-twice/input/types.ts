import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: Spec;
}

export interface Spec {
  // +kb:description="one"
  // +kb:description="another"
  name?: string;
}
