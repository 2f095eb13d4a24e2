export type { Bench, Chair, Door, Lamp, Shelf, Stool, Table } from './types.ts';
