import type { KubernetesObject } from '@kb/apimachinery';

/** Node of a tree. */
export interface Node {
  name: string;
  /** Nodes below. Their shape is not checked. */
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:pruning:PreserveUnknownFields
  children?: Node[];
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:pruning:PreserveUnknownFields
  patch?: Partial<Node>;
  /** All but itself. */
  without?: Omit<Node, 'without' | 'children' | 'patch' | 'either' | 'mapped'>;
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:validation:Type=object
  // +kubebuilder:pruning:PreserveUnknownFields
  either?: Node | { other: string };
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:pruning:PreserveUnknownFields
  mapped?: Deep<Node>;
}

type Deep<T> = { [K in keyof T]?: Deep<T[K]> };

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: Node;
  deep?: Deep<Node>;
}
