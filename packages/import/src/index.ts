/**
 * From CustomResourceDefinitions to TypeScript types with markers, from which `kb generate` makes the same definitions.
 *
 * ```ts
 * const { definitions, diagnostics } = readDefinitions([{ name: 'crds.yaml', text }]);
 * const result = await importDefinitions({ root, into: 'packages/api/src', definitions, reader }); // writes nothing
 * applyPlan(result.plan);
 * ```
 *
 * A user's mistake is a diagnostic, and never thrown.
 *
 * @module
 */
export { importDefinitions, type ImportOptions, type ImportResult } from './import-definitions.ts';
export type { CustomResourceDefinition } from './read/custom-resource-definition.ts';
export type { DefinitionIdentity } from './read/definition-identity.ts';
export type { ReadDefinition } from './read/definition-place.ts';
export { type NamedText, readDefinitions, type ReadDefinitions } from './read/read-definitions.ts';
