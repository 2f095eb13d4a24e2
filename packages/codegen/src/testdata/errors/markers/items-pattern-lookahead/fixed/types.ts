import type { KubernetesObject } from '@kb/apimachinery';

// +listType=set
type Row = string[];

export interface ShopSpec {
  // +kubebuilder:validation:XValidation:rule="self.all(item, !item.startsWith('kube-'))"
  // +kubebuilder:validation:items:Pattern=`^[a-z-]+$`
  names?: string[];
  rows?: Row[];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
