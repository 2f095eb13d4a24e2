import type { KubernetesObject, RawExtension } from '@kb/apimachinery';

/** Manifest is an object of any kind. */
// +kubebuilder:validation:EmbeddedResource
export interface Manifest extends RawExtension {}

export interface ShopSpec {
  manifests: Manifest[];
}

/** Shop is a shop. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
