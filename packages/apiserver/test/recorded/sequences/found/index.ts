import type { Area } from '../../sequence.ts';
import { appliedAsWritten } from './applied-as-written.ts';
import { foundBuiltIn } from './built-in.ts';
import { foundBuiltInWrites } from './built-in-writes.ts';
import { foundCustom } from './custom.ts';
import { foundPatches } from './patches.ts';
import { foundVersions } from './versions.ts';

/** What random sequences have found, as small as it was found, and mended. */
export const found: Area = {
  name: 'found',
  sequences: [
    ...foundBuiltIn,
    ...foundBuiltInWrites,
    ...foundCustom,
    ...foundPatches,
    ...foundVersions,
    ...appliedAsWritten,
  ],
};
