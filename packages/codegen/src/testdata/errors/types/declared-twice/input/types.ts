import type { KubernetesObject } from '@kb/apimachinery';

type Mode = 'a' | 'b';
type Mode = 'a' | 'b' | 'c';

export interface ShopSpec {
  mode: Mode;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
