import type { Area } from '../../sequence.ts';
import { creates } from './creates.ts';
import { metadata } from './metadata.ts';
import { objects } from './objects.ts';
import { updates } from './updates.ts';

/** Creates and updates, and the metadata of objects. */
export const objectAreas: readonly Area[] = [objects, creates, metadata, updates];
