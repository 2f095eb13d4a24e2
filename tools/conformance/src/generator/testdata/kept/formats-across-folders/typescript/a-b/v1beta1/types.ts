import type { KubernetesObject } from '@kb/apimachinery';

export interface HeroSpec {
}

// +kubebuilder:object:root=true
// +kubebuilder:storageversion
/** u */
export interface Hero extends KubernetesObject {
  spec?: HeroSpec;
}
