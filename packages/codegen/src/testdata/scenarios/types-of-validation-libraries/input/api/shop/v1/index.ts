export type { Door, Shelf, Table } from './types.ts';
