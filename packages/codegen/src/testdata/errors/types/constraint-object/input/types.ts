import type { KubernetesObject } from '@kb/apimachinery';

interface Named {
  name: string;
}

interface Box<T extends Named> {
  content: T;
}

export interface ShopSpec {
  box: Box<{ nam: string }>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
