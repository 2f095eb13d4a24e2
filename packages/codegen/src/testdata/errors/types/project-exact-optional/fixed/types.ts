import type { KubernetesObject } from '@kb/apimachinery';

interface Base {
  name?: string;
}

export interface ShopSpec extends Base {
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
