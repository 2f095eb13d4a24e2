// +groupName=work.open-cluster-management.io
// +kubebuilder:validation:Optional

export type * from './manifestwork.types.ts';
