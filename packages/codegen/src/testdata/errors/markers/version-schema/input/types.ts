import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kb:version={"schema": {}}
export interface Shop extends KubernetesObject {
  spec?: string;
}
