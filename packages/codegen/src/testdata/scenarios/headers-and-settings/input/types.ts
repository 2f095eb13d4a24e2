import type { KubernetesObject } from '@kb/apimachinery';

/** A shop sells goods. It has a name and it has shelves. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}
