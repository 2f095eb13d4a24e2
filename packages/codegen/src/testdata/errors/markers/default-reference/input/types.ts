import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +default=ref(pkg.Name)
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
