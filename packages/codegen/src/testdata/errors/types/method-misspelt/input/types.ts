import type { KubernetesObject } from '@kb/apimachinery';

const modes = ['a', 'b'].mpa((mode) => mode);

export interface ShopSpec {
  mode: (typeof modes)[number];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
