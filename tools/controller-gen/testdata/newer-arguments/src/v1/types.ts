// +groupName=arguments.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** WordSpec has text that begins like a number. */
export interface WordSpec {
  // +kubebuilder:default=100Mi
  quantity: string; // rule: guess/text-that-begins-like-a-number

  // +kubebuilder:default=2024-01-15
  date: string;

  // +kubebuilder:default=087bdd
  hash: string; // rule: guess/text-that-is-no-number

  // +kubebuilder:default=0987
  octal: string;

  // +kubebuilder:default=123/config
  path: string;

  // +kubebuilder:default=123abc
  mixed: string;

  // +kubebuilder:default=6ba7b810-9dad-11d1-80b4-00c04fd430c8
  id: string;

  // +kubebuilder:default=http://example.com:8080/a
  address: string; // rule: argument/colon-in-bare-text

  // +kubebuilder:default={1Gi,2Gi}
  list: string[];

  // +kubebuilder:default={a: 1Gi, b: x}
  map: Record<string, string>;

  // +kubebuilder:validation:Enum=1h;2h
  enum: string;
}

/** Word shows how values are guessed since 0.22. */
// +kubebuilder:object:root=true
export interface Word extends KubernetesObject {
  spec: WordSpec;
}
