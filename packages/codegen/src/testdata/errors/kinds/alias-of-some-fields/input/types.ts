import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export type Shop = Omit<KubernetesObject, 'metadata'> & { spec: { owner: string } };
