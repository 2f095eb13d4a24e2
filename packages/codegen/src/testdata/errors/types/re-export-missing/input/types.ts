import type { KubernetesObject } from '@kb/apimachinery';
import type { Door } from './doors.ts';

export interface ShopSpec {
  door: Door;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
