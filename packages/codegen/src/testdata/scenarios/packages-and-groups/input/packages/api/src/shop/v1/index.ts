export type * from './shop.types.ts';
