// +groupName=groupsnapshot.storage.k8s.io

export type * from './types.ts';
