import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:Schemaless
  nothing?: string;
  // +kubebuilder:validation:EmbeddedResource
  object?: Record<string, string>;
  // +kubebuilder:validation:XValidation:rule="self.a"
  // +kubebuilder:validation:XValidation:rule="true",fieldPath=".b"
  path?: { a: string };
  // +kubebuilder:validation:Type=array
  items?: string;
  // What is reported already is not reported as missing too.
  missing?: Missing;
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
