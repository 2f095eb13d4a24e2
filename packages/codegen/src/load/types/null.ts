import type { NamedType, TypeId, TypeUse } from '../../model/model.ts';
import { unknownType } from '../../model/type-uses.ts';

type Types = ReadonlyMap<TypeId, NamedType | undefined>;

/** True for a type that allows null, directly or through names. */
export function isNullable(types: Types, use: TypeUse): boolean {
  let current = use;
  while (current.kind === 'named') current = types.get(current.id)?.type ?? unknownType;
  return current.kind === 'nullable' || current.kind === 'json';
}

/**
 * A type without null, or the type itself if it does not allow null. The comments of a declaration with null are lost
 * together with its name.
 */
export function withoutNull(types: Types, use: TypeUse): TypeUse {
  let type = use;
  for (let inner = type; inner.kind === 'named' || inner.kind === 'nullable';) {
    if (inner.kind === 'nullable') {
      inner = inner.of;
      type = inner;
    } else {
      inner = types.get(inner.id)?.type ?? unknownType;
    }
  }
  return type;
}

/** A type that also allows null. */
export function withNull(types: Types, use: TypeUse): TypeUse {
  return use.kind === 'unknown' || isNullable(types, use) ? use : { kind: 'nullable', of: use };
}
