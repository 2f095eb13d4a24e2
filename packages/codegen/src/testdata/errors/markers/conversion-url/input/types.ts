import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:conversion:strategy=Webhook,url="http://example.com/convert"
export interface Shop extends KubernetesObject {
  spec?: string;
}
