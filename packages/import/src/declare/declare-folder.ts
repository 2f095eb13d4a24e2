import type { Declaration, ImportedFolder, TypeExpression, TypeReference } from '../declaration.ts';
import type { FolderPlan, PlannedType } from '../type-plan.ts';
import { declareKind } from './declare-kind.ts';
import { declareType, objectInPlace } from './declare-type.ts';
import type { ExpressionContext } from './types/type-expression.ts';
import { mapReferences, typesIn } from './types/walk-types.ts';

/**
 * Declares the types of a folder, with the comments and markers from which the generator builds the planned schemas
 * again: the inverse of `crd`. Only this folder decides on comments and markers.
 */
export function declareFolder({ group, version, files, useOf }: FolderPlan): ImportedFolder {
  const context: ExpressionContext = { useOf, objectInPlace: (schema) => objectInPlace(schema, context) };
  const declare = (type: PlannedType): Declaration =>
    type.kind === undefined ? declareType(type, context) : declareKind(type, type.kind, context);
  const taken = new Set(files.flatMap(({ types }) => types.map(({ name }) => name)));
  return {
    group,
    version,
    files: files.map(({ name, types }) => {
      const declarations = types.map((type) => mapReferences(declare(type), (to) => withFreeName(to, taken)));
      const needsFloats = declarations.some((declaration) => [...typesIn(declaration)].some(isFloat));
      return { name, folderMarkers: needsFloats ? ['+kb:allowDangerousTypes'] : [], declarations };
    }),
  };
}

/** Renames a type of another module if a kind has the same name: the definition fixes the names of kinds. */
function withFreeName(to: TypeReference, taken: ReadonlySet<string>): TypeReference {
  if (to.module === undefined || !taken.has(to.as ?? to.name)) return to;
  let name = `Kubernetes${to.name}`;
  while (taken.has(name)) name = `Kubernetes${name}`;
  return { ...to, as: name };
}

/** True for types that the generator accepts only in folders with `+kb:allowDangerousTypes`. */
function isFloat(type: TypeExpression): boolean {
  if (type.kind === 'literals')
    return type.values.some((value) => typeof value === 'number' && !Number.isInteger(value));
  return type.kind === 'reference' && type.to.module !== undefined && /^float\d+$/.test(type.to.name);
}
