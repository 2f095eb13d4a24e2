export type * from './shop.ts';
export type * from './stall.ts';
