import type { Length } from '@shop/shared/units/index.ts';

/** Door is a way in, of every kind of house. */
export interface Door {
  width: Length;
}
