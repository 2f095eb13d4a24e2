import type { KubernetesObject } from '@kb/apimachinery';

type Mode = 'a' | 'b' | 'c';

interface Setting<M extends Mode> {
  mode: M;
}

export interface ShopSpec {
  setting: Setting<'c'>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
