import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +k8s:minimum=1
  size: int32;
  // +k8s:maxLength=10
  name: string;
  // +k8s:eachVal=+k8s:maxLength=10
  names: string[];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
