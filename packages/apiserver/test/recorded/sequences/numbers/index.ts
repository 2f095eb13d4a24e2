import type { Area } from '../../sequence.ts';
import { limitsOfNumbers } from './limits.ts';
import { valuesOfNumbers } from './values.ts';

/** Integers and floats of 64 bits, in definitions and in objects. */
export const numberAreas: readonly Area[] = [limitsOfNumbers, valuesOfNumbers];
