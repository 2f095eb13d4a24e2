// +groupName=presence.example.com
// +kubebuilder:validation:Optional

// rule: presence/package-optional
import type { KubernetesObject } from '@kb/apimachinery';

/** DoorSpec is in a package whose fields are optional. */
export interface DoorSpec {
  plain: string;

  omitted?: string;

  optional?: string;

  // +required
  required: string;

  // +k8s:required
  kubernetesRequired?: string;

  // +kubebuilder:validation:Required
  kubebuilderRequired: string;
}

/** Door shows what is required. */
// +kubebuilder:object:root=true
export interface Door extends KubernetesObject {
  spec: DoorSpec;
}
