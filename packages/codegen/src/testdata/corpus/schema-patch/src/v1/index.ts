// +groupName=kubebuilder.schemapatcher.controller-tools.sigs.k8s.io

import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
export interface Example extends KubernetesObject {
  // +required
  spec: ExampleSpec;
}

export interface ExampleSpec {
  foo: string;
  bar: string;
}

// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
export interface Unchanged extends KubernetesObject {
  // +required
  spec: UnchangedSpec;
}

export interface UnchangedSpec {
  foo: string;
  bar: string;
}
