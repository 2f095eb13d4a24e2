import type { Area } from '../../sequence.ts';
import { customObjects } from './custom-objects.ts';
import { scales } from './scales.ts';

/** Objects of the kinds that CustomResourceDefinitions define. */
export const customObjectAreas: readonly Area[] = [customObjects, scales];
