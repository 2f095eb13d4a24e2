// +groupName=references.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** Leaf is the description of the type. */
// +kubebuilder:title=Leaf
// +kubebuilder:externalDocs:url="https://example.com/leaf"
export interface Leaf {
  /** Name of the leaf. */
  name: string;
}

/** Inner refers to Leaf. */
export interface Inner {
  leaf: Leaf;
}

export interface Undescribed {
  leaf: Leaf;
}

/** First is text. */
// +kubebuilder:validation:MinLength=1
export type First = string;

/** TreeSpec refers to types in every way. */
export interface TreeSpec {
  /** The description of the field. */
  // +kubebuilder:title="Of the field"
  // +kubebuilder:externalDocs:url="https://example.com/field",description=Here
  // +kubebuilder:example={name: x}
  described: Leaf; // rule: reference/description-of-the-field-wins

  undescribed: Leaf; // rule: reference/description-of-the-type-shows

  nothing: Undescribed;

  nested: Inner; // rule: reference/flattened-recursively

  again: Inner;

  /** Of many. */
  many: Leaf[]; // rule: reference/elements-keep-the-type's-description

  byName: Record<string, Leaf>;

  twice: Twice;
}

/** Twice has the same type two times. */
export interface Twice {
  /** One. */
  one: Leaf; // rule: reference/each-use-by-itself
  /** Two. */
  two: Leaf;
}

/** Tree shows references. */
// +kubebuilder:object:root=true
export interface Tree extends KubernetesObject {
  /** Spec describes itself. */
  spec: TreeSpec;
  status?: TreeStatus;
}

/** TreeStatus says what is. */
export interface TreeStatus {
  first?: First;
}
