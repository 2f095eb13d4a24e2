import type { Area } from '../../sequence.ts';
import { jsonPatches } from './json-patches.ts';
import { mergePatches } from './merge-patches.ts';
import { patches } from './patches.ts';
import { strategicDirectives } from './strategic-directives.ts';
import { strategicPatches } from './strategic-patches.ts';

/** Patches other than server-side apply. */
export const patchAreas: readonly Area[] = [patches, jsonPatches, mergePatches, strategicPatches, strategicDirectives];
