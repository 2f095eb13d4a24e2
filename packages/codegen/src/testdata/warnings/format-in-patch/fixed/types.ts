import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kb:schema={"properties": {"b": {"format": "ipv6"}}}
  a?: { b?: string };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
