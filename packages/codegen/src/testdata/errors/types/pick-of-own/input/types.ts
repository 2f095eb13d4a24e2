import type { KubernetesObject } from '@kb/apimachinery';

interface Door {
  openAt?: string;
  closeAt?: string;
}

export interface ShopSpec {
  hours: Pick<Door, 'openat' | 'closeAt'>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
