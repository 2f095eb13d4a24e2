import type { KubernetesObject } from '@kb/apimachinery';

export interface Base {
  // +k8s:immutable
  inherited?: string;
  // +k8s:immutable
  redeclared?: string;
}

/** Rules of fields that may be missing come before those of the type, in the order of the fields. */
// +kubebuilder:validation:XValidation:rule="true"
// +kubebuilder:validation:AtLeastOneOf=z;a-b
export interface ShopSpec extends Base {
  // +k8s:immutable
  z?: string;
  // +k8s:immutable
  'a-b'?: string;
  // +k8s:immutable
  in?: string;
  // +k8s:immutable
  always: string;
  // +k8s:immutable
  // +required
  marked?: string;
  // +k8s:immutable
  // +optional
  unmarked: string;
  redeclared?: string;
}

/** A part of it. */
export type Part = Pick<ShopSpec, 'z' | 'always'>;

export interface GitSource {
  type: 'Git';
  // +k8s:immutable
  url: string;
  // +k8s:immutable
  ref?: string;
  comment?: string;
}

export interface FileSource {
  type: 'File';
  path: string;
  comment?: string;
}

/** A field that is immutable keeps the shape that it belongs to. */
// +kubebuilder:validation:XValidation:rule="true"
export type Source = GitSource | FileSource;

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
  part: Part;
  source?: Source;
}
