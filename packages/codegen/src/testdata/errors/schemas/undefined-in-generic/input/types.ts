import type { KubernetesObject } from '@kb/apimachinery';

interface Box<T> {
  content: T;
}

export interface ShopSpec {
  name: Box<string | undefined>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
