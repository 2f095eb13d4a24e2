import * as k8s from '@kubernetes/client-node';

// +kubebuilder:object:root=true
export interface Shop extends k8s.KubernetesObject {
  spec?: string;
}
