import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: Spec;
}

export interface Spec {
  names?: Name[];
}

// +kb:schema={"nullable": true, "x-kubernetes-preserve-unknown-fields": false}
export type Name = string;
