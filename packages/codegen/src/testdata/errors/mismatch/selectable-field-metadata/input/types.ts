import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:selectablefield:JSONPath=.metadata.name
export interface Shop extends KubernetesObject {
  spec?: string;
}
