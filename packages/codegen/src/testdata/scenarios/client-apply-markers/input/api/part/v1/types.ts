// +groupName=part.example.com
import type { KubernetesObject } from '@kb/apimachinery';

export interface Made {
  text?: string;
}

// +kubebuilder:ac:generate=false
export interface NotMade {
  made?: Made;
}

export interface PartSpec {
  made?: Made;
  notMade?: NotMade;
}

// +kubebuilder:object:root=true
export interface Part extends KubernetesObject {
  spec?: PartSpec;
}

// +kubebuilder:object:root=true
// +kubebuilder:ac:generate=false
export interface Whole extends KubernetesObject {
  spec?: PartSpec;
}
