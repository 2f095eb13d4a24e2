import type { Condition as MetaCondition, KubernetesObject, Time, int64 } from '@kb/apimachinery';
import type { LocalObjectReference as CoreReference } from '@kb/kubernetes/core/v1';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  conditions?: Condition[];
  /** As the parent, it is atomic. */
  atomic?: AtomicReference;
  /** A marker of its own wins. */
  granular?: GranularReference;
  /** A patch takes away what is inherited. */
  bare?: BareReference;
}

/** Condition has the fields of Kubernetes' own, in other words. */
export interface Condition extends MetaCondition {
  /** The last change. */
  lastTransitionTime: Time;
  message: string;
  observedGeneration?: int64;
  /** Why. */
  // +kubebuilder:validation:MaxLength=20
  reason: string;
  status: 'True' | 'False';
  type: string;
}

export interface AtomicReference extends CoreReference {
  /** The name. */
  name?: string;
}

// +structType=granular
export interface GranularReference extends CoreReference {
  name?: string;
}

// +kb:schema={"x-kubernetes-map-type": null}
export interface BareReference extends CoreReference {
  // +kubebuilder:default="bare"
  name?: string;
}
