export type { Shop } from './types.ts';
