import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // rule: comment/other-comments
  /* +optional */
  block: string;

  // rule: comment/unknown-marker
  // +kubebuilder:validation:Minimal=1
  unknown: string;

  // rule: comment/letters-matter
  // +kubebuilder:validation:enum=a;b
  letters: string;

  // rule: comment/wrong-place
  // +kubebuilder:storageversion
  place: string;

  // rule: comment/above-a-field's-blank-line, comment/far-above-a-field
  // +optional

  /** There is a blank line above. */
  blank: string;

  // rule: comment/end-of-line
  end: string; // +optional

  // A tag after its field.
  tag: string; /** @minLength 2 */

  // A marker among type arguments.
  inside: Array</** +kubebuilder:validation:MaxLength=3 */ string>;

  /** A comment that quotes /** +optional, and one that names // +optional, are prose. */
  prose: string;
}

// rule: comment/above-a-blank-line
// +kubebuilder:object:root=true

/** There is a blank line above. */
export interface Shop {
  spec: ShopSpec;
}

// +kubebuilder:object:root=true
export interface Stall extends KubernetesObject {
  spec: ShopSpec;
}

export function nothing(): void {
  // rule: comment/in-functions
  // +kubebuilder:rbac:groups=a,resources=as,verbs=get
}
