export type { Door, Lamp, Shelf, Table } from './types.ts';
