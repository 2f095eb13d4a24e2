import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:conversion:strategy=Webhook,conversionReviewVersions=v2
export interface Shop extends KubernetesObject {
  spec?: string;
}
