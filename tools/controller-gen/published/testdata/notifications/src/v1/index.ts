// +groupName=notification.toolkit.fluxcd.io

export type * from './receiver.types.ts';
export type * from './reference.types.ts';
