import type { Area } from '../../sequence.ts';
import { foundBuiltIn } from './built-in.ts';
import { foundCustom } from './custom.ts';

/** What random sequences have found, as small as it was found, and mended. */
export const found: Area = { name: 'found', sequences: [...foundBuiltIn, ...foundCustom] };
