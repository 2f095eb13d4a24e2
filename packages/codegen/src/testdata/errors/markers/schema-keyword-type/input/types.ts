import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: Spec;
}

export interface Spec {
  // +kb:schema={"properties": {"a": {"nullable": "yes"}}}
  name?: Record<string, never>;
}
