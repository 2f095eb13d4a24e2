import type { Area } from '../../sequence.ts';
import { customFields } from './custom-fields.ts';
import { fieldSelectorSyntax } from './field-syntax.ts';
import { fieldsOfKinds } from './fields-of-kinds.ts';
import { labelSelectors } from './labels.ts';

/** Selectors of lists and watches. */
export const selectorAreas: readonly Area[] = [labelSelectors, fieldSelectorSyntax, fieldsOfKinds, customFields];
