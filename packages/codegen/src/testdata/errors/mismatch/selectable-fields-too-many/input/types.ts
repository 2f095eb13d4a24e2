import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:selectablefield:JSONPath=.spec.a
// +kubebuilder:selectablefield:JSONPath=.spec.b
// +kubebuilder:selectablefield:JSONPath=.spec.c
// +kubebuilder:selectablefield:JSONPath=.spec.d
// +kubebuilder:selectablefield:JSONPath=.spec.e
// +kubebuilder:selectablefield:JSONPath=.spec.f
// +kubebuilder:selectablefield:JSONPath=.spec.g
// +kubebuilder:selectablefield:JSONPath=.spec.h
// +kubebuilder:selectablefield:JSONPath=.spec.i
export interface Shop extends KubernetesObject {
  spec: { a: string; b: string; c: string; d: string; e: string; f: string; g: string; h: string; i: string; };
}
