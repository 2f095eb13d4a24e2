import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=shp;SH
export interface Shop extends KubernetesObject {
  spec?: string;
}
