import type { KubernetesObject, ObjectMeta } from '@kb/apimachinery';

// +groupName=routes.example.org
// +kb:external

/** What is sent where. */
export interface RouteSpec {
  /** A name of a host. */
  host: string;
  template?: ObjectMeta;
}

/** Route belongs to another project. */
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
export interface Route extends KubernetesObject {
  spec: RouteSpec;
}
