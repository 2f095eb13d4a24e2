// +groupName=moved.example.com
// +kubebuilder:ac:generate=true
// +kubebuilder:ac:output:package="applyconfiguration"
import type { KubernetesObject } from '@kb/apimachinery';

export interface Shared {
  name: string;
}

export interface FirstSpec {
  shared?: Shared;
}

// +kubebuilder:object:root=true
export interface First extends KubernetesObject {
  spec?: FirstSpec;
}

// +kubebuilder:object:root=true
export interface Second extends KubernetesObject {
  spec?: Shared;
}
