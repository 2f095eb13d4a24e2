import type { Condition, int32, KubernetesObject } from '@kb/apimachinery';

/** Desired state of a Memcached. */
export interface MemcachedSpec {
  /** Number of Pods. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=3
  // +kubebuilder:default=1
  size?: int32;
}

/** Observed state of a Memcached. */
export interface MemcachedStatus {
  /** How it stands: Available and Degraded. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** Memcached runs memcached as a Deployment. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
export interface Memcached extends KubernetesObject {
  spec: MemcachedSpec;
  status?: MemcachedStatus;
}
