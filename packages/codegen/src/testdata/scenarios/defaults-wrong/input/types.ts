import type { int32, IntOrString, KubernetesObject, Quantity } from '@kb/apimachinery';

/** Up to ten characters. */
// +kubebuilder:validation:MaxLength=10
export type Name = string;

export interface Part {
  name: Name;
  // +kubebuilder:default=0
  // +kubebuilder:validation:Minimum=1
  count?: int32;
}

export interface ShopSpec {
  // +kubebuilder:default=1
  text: string;
  // +kubebuilder:default="much too long for it"
  name?: Name;
  // +kubebuilder:default=Tiny
  size?: 'Small' | 'Large';
  // +default=[1, "a"]
  numbers?: int32[];
  // +kubebuilder:default={}
  // +kubebuilder:validation:MinItems=1
  list?: string[];
  // +kubebuilder:default={count: 3}
  part?: Part;
  // +kubebuilder:default={name: a, nmae: b}
  parts?: Part;
  // +kubebuilder:default=many
  // +kubebuilder:validation:XIntOrString
  // +kubebuilder:validation:Pattern=`^\d+%?$`
  share?: IntOrString;
  // +kubebuilder:default=12 apples
  amount?: Quantity;
  // +kubebuilder:default=null
  nothing?: int32;
  // +kubebuilder:default=1.5
  half?: int32;
  // Of the right type: nothing is said of it.
  // +kubebuilder:default={name: a}
  // +kubebuilder:example=1
  right?: Part;
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
