export type * from './doc.ts';
export type * from './more.ts';
