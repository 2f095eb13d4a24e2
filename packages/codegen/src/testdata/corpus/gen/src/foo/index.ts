// +groupName=bar.example.com

import type { KubernetesObject } from '@kb/apimachinery';

export interface FooSpec {
  /** ${spec.defaultedString} */
  // +kubebuilder:default=fooDefaultString
  // +kubebuilder:example=fooExampleString
  defaultedString: string;
}

export interface FooStatus {}

// +kubebuilder:object:root=true
export interface Foo extends KubernetesObject {
  /** ${spec} */
  spec?: FooSpec;
  /** ${status} */
  status?: FooStatus;
}
