// +groupName=floats.example.com

import type { float32, float64, KubernetesObject } from '@kb/apimachinery';

/** Ratio is between 0 and 1. */
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:Maximum=1
// +kubebuilder:validation:MultipleOf=0.05
export type Ratio = float64;

/** WaveSpec has floating point numbers, which have to be allowed. */
export interface WaveSpec {
  float32: float32; // rule: type/float
  float64: float64;

  // +kubebuilder:validation:Minimum=-1.5
  // +kubebuilder:validation:Maximum=1e21
  // +kubebuilder:validation:ExclusiveMaximum=true
  // +kubebuilder:default=0.25
  // +kubebuilder:example=-0.5
  bounded: float64; // rule: guess/float, argument/number, yaml/numbers

  // +kubebuilder:validation:Enum=0.5;1.5
  steps: float64;

  // +kubebuilder:validation:items:Maximum=2.5
  list: float64[];

  // +default=1.50
  json: float64;

  // +kubebuilder:validation:Minimum=0.0000001
  // +kubebuilder:validation:Maximum=123456789.5
  tiny: float64;

  ratio: Ratio;
}

/** Wave shows floating point numbers. */
// +kubebuilder:object:root=true
export interface Wave extends KubernetesObject {
  spec: WaveSpec;
}
