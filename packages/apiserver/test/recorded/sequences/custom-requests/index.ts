import type { Area } from '../../sequence.ts';
import { customDecoding } from './decoding.ts';
import { customFieldValidation } from './field-validation.ts';
import { hostileObjects } from './hostile.ts';
import { customMetadata } from './metadata.ts';
import { customDefaults } from './nulls-and-defaults.ts';
import { customPruning } from './pruning.ts';
import { customRouting } from './routing.ts';
import { customWrites } from './writes.ts';

/** How requests about custom objects are led, read and completed. */
export const customRequestAreas: readonly Area[] = [
  customRouting,
  customDecoding,
  customFieldValidation,
  customMetadata,
  customPruning,
  customDefaults,
  customWrites,
  hostileObjects,
];
