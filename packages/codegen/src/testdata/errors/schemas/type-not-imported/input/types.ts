import type { KubernetesObject } from '@kb/apimachinery';
import type { LabelSelector } from '@kb/kubernetes/core/v1';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: { pod: Pod; selector: LabelSelector; claim: ResourceClaim };
}
