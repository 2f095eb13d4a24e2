// +groupName=metadata.example.com

import type { KubernetesObject, ObjectMeta } from '@kb/apimachinery';
import type { PersistentVolumeClaimTemplate } from '@kb/kubernetes/core/v1';

/** TemplateSpec has metadata inside, whose fields are wanted. */
export interface TemplateSpec {
  /** Metadata of what is made. */
  metadata: ObjectMeta; // rule: option/generate-embedded-object-meta

  claim: PersistentVolumeClaimTemplate;
}

/** Template shows embedded metadata. */
// +kubebuilder:object:root=true
export interface Template extends KubernetesObject {
  spec: TemplateSpec;
}
