import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:conversion:strategy=Webhook,url="https://example.com/convert",path=/convert
export interface Shop extends KubernetesObject {
  spec?: string;
}
