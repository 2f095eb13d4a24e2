/**
 * Kubernetes' own types: structure, schemas and kinds. Importing reads nothing; the file of a package is read on first
 * use.
 *
 * @module
 */
export { findKind, findKindByPlural, kinds, KUBERNETES_VERSION } from './kinds.ts';
export type { KindData, SubresourceData } from './kind-data.ts';
export { descriptionOf, descriptionsFile, type TypeDescriptions } from './descriptions.ts';
export { comparableDescription, digestOf, exactDescriptionOf } from './go-descriptions.ts';
export {
  isExported,
  packageNames,
  type PackageData,
  packageOf,
  typeNameOfClientNode,
  typeOf,
  typesOf,
} from './types.ts';
export type { FieldData, InlineData, PackageName, ScalarName, TypeData, TypeName, TypeRef } from './type-data.ts';
export { exactKeywords, withExactKeywords } from '../schema/exact-keywords.ts';
export { ConflictingTypesError, flattenEmbedded } from '../schema/flatten-all-of.ts';
export { TooManyPartsError } from '../schema/merged-parts.ts';
export { openApiSchemaOf, type OpenApiSchemaOptions } from '../schema/open-api-schema.ts';
export { type Describe, RefusedTypeError } from '../schema/go-schema.ts';
export { serverSchemaOf } from '../schema/server-schema.ts';
