import type { int32, KubernetesObject } from '@kb/apimachinery';

// +k8s:enum
export type Text = string;

// +k8s:enum
export enum Level {
  Low = 1,
  High = 2,
}

// +k8s:enum
// +kubebuilder:validation:Enum=A;B
export type Both = 'A' | 'B';

export type Size = 'Small' | 'Large';

// +k8s:enum
export type Alias = Size;

export interface ShopSpec {
  // +k8s:enum
  text: Text;
  level: Level;
  both: Both;
  alias: Alias;
  // +kubebuilder:validation:Enum=Small
  narrowed: Size;
  // +kubebuilder:validation:Enum=Small;Huge
  other: Size;
  // +kubebuilder:validation:Enum=B;C
  inPlace: 'A' | 'B';
  // +kubebuilder:validation:Enum=1;two
  numbers: int32;
  // +kubebuilder:validation:items:Enum=Small
  list: Size[];
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
