import type { int32, KubernetesObject } from '@kb/apimachinery';

interface Base {
  replicas: int32;
}

export interface ShopSpec extends Omit<Base, 'replicas'> {
  replicas: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
