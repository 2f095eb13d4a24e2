import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:conversion:strategy=Webhook,servicePort=70000
export interface Shop extends KubernetesObject {
  spec?: string;
}
