import type { Area } from '../../sequence.ts';
import { schemaDefaults } from './defaults.ts';
import { hostileDefinitions } from './hostile.ts';
import { schemaKeywords } from './keywords.ts';
import { ruleDeclarations } from './rule-declarations.ts';
import { structure } from './structure.ts';

/** Schemas of definitions: what is refused, and in which words. */
export const definitionSchemaAreas: readonly Area[] = [
  structure,
  schemaKeywords,
  schemaDefaults,
  ruleDeclarations,
  hostileDefinitions,
];
