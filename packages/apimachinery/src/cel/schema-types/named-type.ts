import { type CelType, listOf, mapOf, type ObjectType } from '../types/cel-type.ts';
import type { DeclType, ObjectDecl } from './decl-type.ts';

/** The types of a schema, and of what is in it, with the names that messages have. */
export interface NamedTypes {
  /** The type of the schema itself. */
  readonly root: CelType;
  /** The type with a name: of the schema, or of an object, list or map in its fields: `selfType.spec`. */
  readonly findType: (name: string) => CelType | undefined;
}

/** Names the objects of a schema after the places where they are, beginning with a name for the schema itself. */
export function nameTypes(decl: DeclType, name: string): NamedTypes {
  const root = celTypeOf(decl, name);
  return { root, findType: (path) => (isFound(root) ? findIn(root, name, path) : undefined) };
}

function celTypeOf(decl: DeclType, name: string): CelType {
  switch (decl.kind) {
    case 'scalar':
      return decl.type;
    case 'list':
      return listOf(celTypeOf(decl.element, `${name}.@idx`));
    case 'map':
      return mapOf(celTypeOf(decl.key, name), celTypeOf(decl.element, `${name}.@elem`));
    case 'object':
      return objectType(decl, name);
  }
}

/** Its fields are made when they are asked for: a rule of a large schema sees few of them. */
function objectType(decl: ObjectDecl, name: string): ObjectType {
  let fields: ReadonlyMap<string, CelType> | undefined;
  return {
    kind: 'object',
    name,
    get fields() {
      fields ??= new Map(
        [...decl.fields].map(([field, type]) => [field, celTypeOf(type, `${name}.${field}`)] as const),
      );
      return fields;
    },
  };
}

function findIn(root: CelType, name: string, path: string): CelType | undefined {
  if (path === name) return root;
  if (!path.startsWith(`${name}.`)) return undefined;
  let found: CelType | undefined = root;
  for (const field of path.slice(name.length + 1).split('.'))
    found = found?.kind === 'object' ? found.fields.get(field) : undefined;
  return found !== undefined && isFound(found) ? found : undefined;
}

function isFound({ kind }: CelType): boolean {
  return kind === 'object' || kind === 'list' || kind === 'map';
}
