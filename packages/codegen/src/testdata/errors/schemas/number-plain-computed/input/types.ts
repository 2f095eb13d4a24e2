import type { KubernetesObject } from '@kb/apimachinery';

interface Measure {
  width: number;
}

export interface ShopSpec {
  size?: Measure['width'];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
