import type { Area } from '../../sequence.ts';
import { embeddedAndLists } from './embedded-and-lists.ts';
import { customJunctors } from './junctors.ts';
import { customOrder } from './order.ts';
import { customRatcheting } from './ratcheting.ts';
import { statusAndScale } from './status-and-scale.ts';
import { customValues } from './values.ts';
import { customVersions } from './versions.ts';

/** How custom objects are validated, and their subresources and versions. */
export const customValidationAreas: readonly Area[] = [
  customOrder,
  customValues,
  customJunctors,
  embeddedAndLists,
  statusAndScale,
  customRatcheting,
  customVersions,
];
