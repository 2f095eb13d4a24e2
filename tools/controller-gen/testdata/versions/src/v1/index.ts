export type * from './other.ts';
export type * from './types.ts';
