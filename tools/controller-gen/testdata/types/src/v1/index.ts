export type * from './common.ts';
export type * from './types.ts';
