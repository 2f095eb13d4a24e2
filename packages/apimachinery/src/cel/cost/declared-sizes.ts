import type { DeclType } from '../schema-types/decl-type.ts';
import type { SizeEstimates } from './estimation.ts';

/** The sizes of the values that a schema describes. Every variable of a rule is a value of the schema. */
export function declaredSizes(root: DeclType): SizeEstimates {
  return (path) => {
    let found: DeclType | undefined = root;
    for (const field of path.slice(1)) {
      found = childOf(found, field);
      if (found === undefined) return undefined;
    }
    return { min: 0n, max: BigInt(found.maxElements) };
  };
}

function childOf(decl: DeclType, field: string): DeclType | undefined {
  switch (field) {
    case '@items':
    case '@values':
      return decl.kind === 'list' || decl.kind === 'map' ? decl.element : undefined;
    case '@keys':
      return decl.kind === 'map' ? decl.key : undefined;
    default:
      return decl.kind === 'object' ? decl.fields.get(field) : undefined;
  }
}
