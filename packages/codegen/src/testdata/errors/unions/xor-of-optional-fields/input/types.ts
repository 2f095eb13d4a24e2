import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  source: { git?: string; s3?: never } | { s3?: string; git?: never };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
