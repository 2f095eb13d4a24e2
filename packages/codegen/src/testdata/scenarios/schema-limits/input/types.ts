import type { KubernetesObject } from '@kb/apimachinery';
import type { ObjectMeta } from '@kb/kubernetes/meta/v1';

/** A template. It has metadata. */
export interface Template {
  /** Metadata of what is made from it, as it is written here */
  metadata?: ObjectMeta;
}

/** One. Two. Three. Four. Five. */
export interface ShopSpec {
  template?: Template;
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
