import type { KubernetesObject } from '@kb/apimachinery';

/** Names that generated sources use themselves. */
export interface Pick {
  name: string;
  value?: string;
}
export interface Omit {
  text?: string;
}
export interface NonNullable {
  text?: string;
}
export interface kb {
  text?: string;
}
/** A value of the API that is called like a handle would be. */
export interface shops {
  text?: string;
}
/** A list as Go has it: the client does not make another. */
export interface ShopList {
  items: string[];
}
export interface groupVersion {
  text?: string;
}

interface Hidden {
  text?: string;
}

export interface ShopSpec {
  // +listType=map
  // +listMapKey=name
  picks?: Pick[];
  omit?: Omit;
  value?: NonNullable;
  kb?: kb;
  shops?: shops;
  version?: groupVersion;
  hidden?: Hidden;
  flavour?: 'vanilla' | 'chocolate' | 'strawberry' | 'pistachio' | 'stracciatella';
  'not-an-identifier'?: string;
  default?: string;
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
export interface Shop extends KubernetesObject {
  spec?: ShopSpec;
}

/** Its apply type would be called like that of a kind Shop. */
// +kubebuilder:object:root=true
export interface ShopApply extends KubernetesObject {
  spec?: ShopSpec;
}

/** Its file would be the index. */
// +kubebuilder:object:root=true
export interface Index extends KubernetesObject {
  spec?: ShopSpec;
}

/** Called like a type of the client. */
// +kubebuilder:object:root=true
export interface Resource extends KubernetesObject {
  spec?: string;
}

/** Its plural is its singular. */
// +kubebuilder:object:root=true
export interface Equipment extends KubernetesObject {
  spec?: string;
}

/** Differs from another kind only in case. */
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=otherequipment,singular=otherequipment
export interface EQUIPMENT extends KubernetesObject {
  spec?: string;
}

/** Its handle would be a word of the language. */
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=default
export interface Default extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:object:root=true
export interface Delete extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:object:root=true
export interface Class extends KubernetesObject {
  spec?: string;
}

/** Called like the constant of all resources. */
// +kubebuilder:object:root=true
export interface AllResource extends KubernetesObject {
  spec?: string;
}
