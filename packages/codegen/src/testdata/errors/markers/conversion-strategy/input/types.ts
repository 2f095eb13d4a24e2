import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:conversion:strategy=Hook
export interface Shop extends KubernetesObject {
  spec?: string;
}
