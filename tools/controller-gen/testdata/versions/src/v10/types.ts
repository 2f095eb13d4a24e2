// +groupName=versions.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** RoadSpec of v10. */
export interface RoadSpec {
  /** Name in v10. */
  namev10: string;
}

/** Road of v10. */
// +kubebuilder:object:root=true
export interface Road extends KubernetesObject { // rule: version/named-by-the-folder
  spec: RoadSpec;
}
