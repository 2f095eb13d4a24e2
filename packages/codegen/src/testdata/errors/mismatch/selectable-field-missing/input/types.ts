import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:selectablefield:JSONPath=.spec.node
export interface Shop extends KubernetesObject {
  spec: { nodeName: string };
}
