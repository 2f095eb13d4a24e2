// +groupName=bar.example.com

import type { KubernetesObject } from '@kb/apimachinery';

export interface ZooSpec {
  /** ${spec.defaultedString} */
  // +kubebuilder:default=zooDefaultString
  // +kubebuilder:example=zooExampleString
  defaultedString: string;
}

export interface ZooStatus {}

// +kubebuilder:object:root=true
export interface Zoo extends KubernetesObject {
  /** ${spec} */
  spec?: ZooSpec;
  /** ${status} */
  status?: ZooStatus;
}
