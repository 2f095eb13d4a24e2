<<<<<<< HEAD
import type { int32, KubernetesObject } from '@kb/apimachinery';
=======
import type { int32, int64, KubernetesObject } from '@kb/apimachinery';
>>>>>>> more-clerks

/** Desired state of a Shop. */
export interface ShopSpec {
<<<<<<< HEAD
  /** How many clerks it has. */
  clerks: int32;
=======
  clerks?: int64;
>>>>>>> more-clerks
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
