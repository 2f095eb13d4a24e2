// +groupName=immutable.example.com

import type { int32, KubernetesObject } from '@kb/apimachinery';

/** Part is a part. */
// +kubebuilder:validation:XValidation:rule="self.name != 'x'"
export interface Part {
  name: string;
}

/** StoneSpec has fields that do not change. */
// +kubebuilder:validation:XValidation:rule="self.required != 'x'"
export interface StoneSpec {
  // +k8s:immutable
  required: string; // rule: immutable/required

  // +k8s:immutable
  optional?: string; // rule: immutable/optional

  // +k8s:immutable
  another?: int32; // rule: immutable/rules-in-field-order, immutable/rules-before-those-of-the-type

  // +k8s:immutable
  part: Part; // rule: immutable/of-a-reference

  // +k8s:immutable
  // +listType=atomic
  // +kubebuilder:validation:MaxItems=3
  list: string[];

  // +k8s:immutable
  map?: Record<string, string>;
}

/** Stone shows what does not change. */
// +kubebuilder:object:root=true
export interface Stone extends KubernetesObject {
  // +k8s:immutable
  spec?: StoneSpec;
}
