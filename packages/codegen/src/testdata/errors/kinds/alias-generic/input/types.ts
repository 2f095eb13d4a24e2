import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export type Shop<Spec> = KubernetesObject & { spec: Spec };
