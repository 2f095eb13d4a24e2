import type { KubernetesObject } from '@kb/apimachinery';

export interface Port {
  name: string;
  protocol?: string;
  // +kubebuilder:default=80
  target?: string | null;
  labels: Record<string, string>;
}

export interface ShopSpec {
  // +listType=map
  noKeys: Port[];
  // +listType=map
  // +listMapKey=nmae
  noField: Port[];
  // +listType=map
  // +listMapKey=name
  // +k8s:listMapKey=protocol
  mayBeMissing: Port[];
  // +listType=map
  // +listMapKey=labels
  noScalar: Port[];
  // +listType=map
  // +listMapKey=name
  noObject: string[];
  // +listMapKey=name
  noMap: Port[];
  // +listType=map
  // +listMapKey=name
  // +listMapKey=name
  twice: Port[];
  // +listType=set
  set: Port[];
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
