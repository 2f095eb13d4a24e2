// +groupName=shop.example.com
import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:conversion:strategy=Webhook
export interface Shop extends KubernetesObject {
  spec?: string;
}
