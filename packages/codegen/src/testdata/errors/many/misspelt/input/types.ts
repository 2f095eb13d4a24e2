import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * Number of clerks.
   * +kubebuilder:validation:Minimun=0
   * +kubebuilder:defualt=1
   */
  clerks?: int32;
  // +optinal
  owner?: string;
  // +Nullable
  // +kubebuidler:validation:MaxLength=10
  name?: string;
  // +kubebuilder:validation:enum=a;b
  // +k8s:maxLength=3
  // +kb:something
  kind?: string;
  // + this is prose, and so is the next
  // +1 for it
  // +genclient
  // +patchStrategy=merge
  other?: string;
}

/** Shop sells. */
// +kubebuilder:object:root=true
// +kubebuilder:printcolum:name="A",type=string,JSONPath=`.spec.owner`
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
