import type { KubernetesObject } from '@kb/apimachinery';

type Shape = { kind: 'A'; a: string } | { kind: 'B'; b: string };

export interface Thing extends Shape {
  c?: string;
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
