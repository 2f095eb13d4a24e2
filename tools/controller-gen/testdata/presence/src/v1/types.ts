// +groupName=presence.example.com
// +kubebuilder:validation:Required

// rule: presence/package-required-has-no-effect
import type { KubernetesObject } from '@kb/apimachinery';

/** DoorSpec has a field for every way to say whether it is required. */
export interface DoorSpec {
  plain: string; // rule: presence/required-by-default

  omitted?: string; // rule: presence/omitempty-is-optional

  // +optional
  optional: string; // rule: presence/marker-wins-over-type

  // +required
  required?: string;

  // +k8s:optional
  kubernetesOptional: string;

  // +k8s:required
  kubernetesRequired?: string;

  // +kubebuilder:validation:Optional
  kubebuilderOptional: string;

  // +kubebuilder:validation:Required
  kubebuilderRequired?: string;

  // +required
  // +kubebuilder:validation:Optional
  kubebuilderWins: string; // rule: presence/kubebuilder-wins

  // +kubebuilder:validation:Required
  kubebuilderWinsToo?: string;

  // +kubebuilder:default=red
  defaulted: string; // rule: presence/default-does-not-matter

  // +nullable
  nullable: string; // rule: presence/nullable-does-not-matter

  zulu: string; // rule: presence/required-is-sorted
  alpha: string; // rule: presence/required-is-sorted
  Upper: string; // rule: presence/required-is-sorted-by-byte
}

/** Door shows what is required. */
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
export interface Door extends KubernetesObject {
  spec: DoorSpec;
}
