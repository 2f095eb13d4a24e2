import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:conversion:strategy=None,path=/convert
export interface Shop extends KubernetesObject {
  spec?: string;
}
