import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:definition={"conversion": {"webhook": {"clientConfig": {"service": {"port": "9443"}}}}}
export interface Shop extends KubernetesObject {
  spec?: string;
}
