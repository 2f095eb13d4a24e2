import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: Spec;
}

export interface Spec {
  // +kb:schema={"properties": {"size": {"default": "large"}}}
  box?: Box;
}

export interface Box {
  size?: boolean;
}
