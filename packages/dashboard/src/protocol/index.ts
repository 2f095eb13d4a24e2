// What the page and its server say to each other.
export type * from './calls.ts';
export type * from './messages.ts';
export type * from './objects.ts';
export type * from './topics.ts';
