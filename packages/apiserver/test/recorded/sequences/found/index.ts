import type { Area } from '../../sequence.ts';
import { appliedAsWritten } from './applied-as-written.ts';
import { foundBuiltIn } from './built-in.ts';
import { foundBuiltInWrites } from './built-in-writes.ts';
import { foundCustom } from './custom.ts';
import { foundPatches } from './patches.ts';
import { foundVersions } from './versions.ts';

/** Bugs that random sequences have found and that are fixed, each reduced to a small sequence. */
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
