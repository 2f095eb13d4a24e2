// +groupName=notification.toolkit.fluxcd.io

export type * from './alert.types.ts';
export type * from './provider.types.ts';
export type * from './receiver.types.ts';
export type * from './reference.types.ts';
