import type { Item } from '../../common/types.ts';
import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  // +kubebuilder:validation:XValidation:rule="true",message=""
  item?: Item;
}
