export type * from './shop.types.ts';
export type * from '../../common/money.ts';
