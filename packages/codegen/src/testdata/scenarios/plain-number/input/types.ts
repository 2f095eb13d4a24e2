import type { float64, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  clerks: number;
  floors?: number[];
  rate?: float64;
  sizes: Record<string, number>;
  none: ShopSize['width'];
}

export interface ShopSize {
  width: number;
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
