import type { KubernetesObject } from '@kb/apimachinery';

// +k8s:enum
// +kubebuilder:validation:Format=date-time
export enum Base {
  M0 = "q",
}

/** P@ */
// +kubebuilder:validation:Format=hostname
export type Base1 = Base;

export interface LeafSpec {
  /** yes */
  // +nullable
  // +required
  replicas: Base1;
}

/**
 * +kubebuilder:object:root=true
 * +kubebuilder:storageversion
 */
export interface Leaf extends KubernetesObject {
  spec?: LeafSpec;
}
