import type { Random } from '@kb/apimachinery';

/** Real random numbers. Not for secrets. */
export const systemRandom: Random = () => Math.random();
