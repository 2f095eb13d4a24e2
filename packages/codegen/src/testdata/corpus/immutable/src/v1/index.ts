// +groupName=testdata.kubebuilder.io
// +versionName=v1

import type { KubernetesObject } from '@kb/apimachinery';

export interface ImmutableSpec {
  // +k8s:immutable
  requiredString: string;
  // +k8s:immutable
  optionalString?: string;
  // +k8s:immutable
  optionalLiteralString?: string;
  // +k8s:immutable
  requiredStruct: NestedStruct;
  // +k8s:immutable
  optionalStruct?: NestedStruct;
  // +k8s:immutable
  optionalOmitZeroStruct?: NestedStruct;
  // +k8s:immutable
  requiredSlice: string[];
  // +k8s:immutable
  optionalSlice?: string[];
  // +k8s:immutable
  requiredMap: Record<string, string>;
  // +k8s:immutable
  optionalMap?: Record<string, string>;
  mutableString: string;
}

export interface NestedStruct {
  key: string;
  value: string;
}

// +kubebuilder:object:root=true
export interface ImmutableType extends KubernetesObject {
  spec: ImmutableSpec;
}
