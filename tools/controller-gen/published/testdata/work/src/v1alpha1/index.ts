// +groupName=work.open-cluster-management.io
// +kubebuilder:validation:Optional

export type * from './manifestworkreplicaset.types.ts';
