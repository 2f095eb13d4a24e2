import type { KubernetesObject } from '@kb/apimachinery';
import type * as units from '@shop/shared/units/length.ts';
import type { Door } from '../../common/door.ts';

/** ShopSpec of shop/v1. */
export interface ShopSpec {
  doors: Door[];
  height?: units.Length;
}

/** Shop of shop/v1. */
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
