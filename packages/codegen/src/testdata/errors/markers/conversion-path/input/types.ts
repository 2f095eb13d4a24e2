import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:conversion:strategy=Webhook,path=convert
export interface Shop extends KubernetesObject {
  spec?: string;
}
