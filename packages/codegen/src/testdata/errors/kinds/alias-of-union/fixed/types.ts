import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export type Shop = KubernetesObject & { spec: { owner: string } | { tenant: string } };
