import type { int32, IntOrString, KubernetesObject } from '@kb/apimachinery';
import type { ServicePort } from '@kb/kubernetes/core/v1';

/** Names. */
export type Names = string[];

export interface ShopSpec {
  // +kubebuilder:validation:MinLength=1
  clerks?: int32;
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:MaxItems=1
  owner?: string;
  // +kubebuilder:validation:Maximum=1.5
  floors?: int32;
  // +listMapKey=name
  list?: string[];
  // +listType=map
  name?: string;
  // +mapType=atomic
  texts?: string[];
  // +kubebuilder:validation:items:Minimum=1
  words?: string[];
  // +kubebuilder:validation:items:MinLength=1
  word?: string;
  // +kubebuilder:validation:items:MinLength=1
  names?: Names;
  // +kubebuilder:validation:Enum=1;2
  size?: string;
  // +kubebuilder:validation:Pattern=`^a$`
  port?: IntOrString;
  // +kubebuilder:validation:MinProperties=1
  // +kubebuilder:validation:Type=string
  service?: ServicePort;
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
