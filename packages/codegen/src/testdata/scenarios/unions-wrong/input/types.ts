import type { int32, KubernetesObject } from '@kb/apimachinery';
import type { ConfigMapKeySelector, SecretKeySelector } from '@kb/kubernetes/core/v1';

interface Git {
  type: 'Git';
  url: string;
}

interface Bucket {
  type: 'S3';
  url: int32;
}

interface Loose {
  // +optional
  type: 'Loose';
}

interface Defaulted {
  type: 'Defaulted';
  // +kubebuilder:default=3
  depth?: int32;
}

// +kubebuilder:validation:XValidation:rule="has(self.url)"
interface Ruled {
  type: 'Ruled';
  url: string;
}

// +kubebuilder:validation:MinProperties=2
type Sources = Git | Ruled;

interface Fixed {
  type: 'Git';
  metadata: 'a' | 'b';
}

interface Other {
  type: 'Other';
  metadata: 'c';
}

interface Child extends Sources {
  child: string;
}

export interface ShopSpec {
  differently: Git | Bucket;
  nothing: { a?: string } | { b?: string };
  sameKeys: SecretKeySelector | ConfigMapKeySelector;
  optional: Loose | { type?: 'Tight' };
  optionalKey: { type: 'A' } | Loose;
  defaulted: Git | Defaulted;
  ruled: Git | Ruled;
  larger: Sources | { type: 'Larger' };
  metadata: Fixed | Other;
  child: Child;
  textOrObject: string | Git;
  listOrOne: Git[] | Git;
  mapOrObject: Record<string, string> | Git;
  textOrFlag: string | boolean;
  mixed: 'a' | 1;
  never: Git & { type: 'S3' };
  brand: string & { other: 'x' };
  structure: { type: 'A'; config: { x: string } } | { type: 'B'; config: { y: string } };
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
