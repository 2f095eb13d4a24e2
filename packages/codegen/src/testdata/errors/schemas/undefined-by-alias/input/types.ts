import type { KubernetesObject } from '@kb/apimachinery';

type MaybeText = string | undefined;

export interface ShopSpec {
  name: MaybeText;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
