// +groupName=versions.example.com
// +versionName=v2beta1

import type { KubernetesObject } from '@kb/apimachinery';

/** RoadSpec of v2. */
export interface RoadSpec {
  /** Name in v2. */
  namev2: string;
}

/** Road of v2. */
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Name",type=string,JSONPath=".spec.namev2"
export interface Road extends KubernetesObject { // rule: version/sorted-as-text
  spec: RoadSpec;
}
