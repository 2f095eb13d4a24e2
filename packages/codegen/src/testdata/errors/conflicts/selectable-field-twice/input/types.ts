import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:selectablefield:JSONPath=.spec.name
// +kubebuilder:selectablefield:JSONPath=.spec.name
export interface Shop extends KubernetesObject {
  spec: { name: string };
}
