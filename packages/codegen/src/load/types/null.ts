import type { NamedType, TypeId, TypeUse } from '../../model/model.ts';
import { unknownType } from '../../model/type-uses.ts';

type Types = ReadonlyMap<TypeId, NamedType | undefined>;

/** True for a type that null is a value of, itself or by the names that it leads through. */
export function isNullable(types: Types, use: TypeUse): boolean {
  let current = use;
  while (current.kind === 'named') current = types.get(current.id)?.type ?? unknownType;
  return current.kind === 'nullable' || current.kind === 'json';
}

/**
 * A type without null; the type itself where null is not one of its values. What a declaration with null says of itself
 * goes with its name.
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

/** A type that null is a value of too. */
export function withNull(types: Types, use: TypeUse): TypeUse {
  return use.kind === 'unknown' || isNullable(types, use) ? use : { kind: 'nullable', of: use };
}
