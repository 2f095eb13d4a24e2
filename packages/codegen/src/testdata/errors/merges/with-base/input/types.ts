import type { int32, int64, KubernetesObject } from '@kb/apimachinery';

/** Desired state of a Shop. */
export interface ShopSpec {
<<<<<<< HEAD
  /** How many clerks it has. */
  clerks: int64;
||||||| 1f3c2ab
  /** How many clerks it has. */
  clerks: int32;
=======
  /** How many clerks work in it. */
  clerks: int32;
>>>>>>> more-clerks
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
