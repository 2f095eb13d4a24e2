import type { KubernetesObject } from '@kb/apimachinery';

interface Source {
  git: string;
  s3?: never;
}

export interface ShopSpec {
  source: Source;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
