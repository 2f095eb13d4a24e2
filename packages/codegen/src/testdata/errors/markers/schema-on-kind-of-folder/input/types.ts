// +kb:schema={"maxLength": 3}

import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: Spec;
}

export interface Spec {
  // +optional
  name?: string;
}
