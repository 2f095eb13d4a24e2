import type { Area } from '../sequence.ts';
import { applies } from './applies.ts';
import { customObjects } from './custom-objects.ts';
import { definitions } from './definitions.ts';
import { deletion } from './deletion.ts';
import { discovery } from './discovery.ts';
import { kinds } from './kinds.ts';
import { lists } from './lists.ts';
import { objects } from './objects.ts';
import { patches } from './patches.ts';
import { protocol } from './protocol.ts';

/** Every sequence, by area. */
export const areas: readonly Area[] = [
  protocol,
  objects,
  deletion,
  patches,
  applies,
  lists,
  kinds,
  customObjects,
  definitions,
  discovery,
];
