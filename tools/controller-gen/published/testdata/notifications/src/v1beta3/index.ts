// +groupName=notification.toolkit.fluxcd.io

export type * from './alert.types.ts';
export type * from './provider.types.ts';
