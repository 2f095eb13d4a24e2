import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +k8s:immutable
  'a.b-c#'?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
