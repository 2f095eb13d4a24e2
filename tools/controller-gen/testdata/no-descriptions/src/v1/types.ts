// +groupName=silent.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** ManualSpec is described, but nobody wants to know. */
export interface ManualSpec {
  /** Name of it. */
  name: string; // rule: option/no-descriptions
}

/** Manual shows what is left without descriptions. */
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Name",type=string,JSONPath=".spec.name",description="Stays"
export interface Manual extends KubernetesObject { // rule: option/descriptions-of-columns-stay
  spec: ManualSpec;
}
