export type { Door } from './door.ts';
