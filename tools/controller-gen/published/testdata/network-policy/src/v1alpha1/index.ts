// +groupName=policy.networking.k8s.io

export type * from './adminnetworkpolicy.types.ts';
export type * from './baselineadminnetworkpolicy.types.ts';
export type * from './shared.types.ts';
