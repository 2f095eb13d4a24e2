// +groupName=testdata.kubebuilder.io
// +versionName=v1

import type { KubernetesObject } from '@kb/apimachinery';

// +k8s:enum
export type EnumType = 'Value1' | 'Value2';

export interface EnumSpec {
  field?: EnumType;
}

// +kubebuilder:object:root=true
export interface Enum extends KubernetesObject {
  spec?: EnumSpec;
}
