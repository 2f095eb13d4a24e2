// +groupName=enums.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** Policy is what to do. */
// +k8s:enum
export enum Policy {
  Retain = 'Retain',
  Delete = 'Delete',
  All = '*',
  // Signs of HTML are escaped in JSON, which is what is sorted.
  Less = 'R<',
  More = 'RZ',
}

/** Mode has one value. */
// +k8s:enum
// +kubebuilder:validation:MaxLength=8
export type Mode = 'Only';

/** SwitchSpec has enums. */
export interface SwitchSpec {
  policy: Policy; // rule: enum/values-are-sorted

  /** Mode of the switch. */
  // +kubebuilder:default=Only
  mode: Mode; // rule: enum/beside-other-markers

  policies: Policy[];

  byName: Record<string, Policy>;
}

/** Switch shows enums. */
// +kubebuilder:object:root=true
export interface Switch extends KubernetesObject {
  spec: SwitchSpec;
}
