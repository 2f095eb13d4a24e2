import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:selectablefield:JSONPath=spec.names[0]
export interface Shop extends KubernetesObject {
  spec?: string;
}
