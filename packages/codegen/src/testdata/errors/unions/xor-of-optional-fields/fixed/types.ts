import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  source: { git: string; s3?: never } | { s3: string; git?: never } | { git?: never; s3?: never };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
