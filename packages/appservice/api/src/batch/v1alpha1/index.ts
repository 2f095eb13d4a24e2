export type * from './appservice.types.ts';
