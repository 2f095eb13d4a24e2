import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:selectablefield:JSONPath=.spec
export interface Shop extends KubernetesObject {
  spec: { nodeName: string };
}
