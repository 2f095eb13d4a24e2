import type { Field, Model, NamedType, ObjectType, TypeId, TypeUse } from '../model/model.ts';

/** The type that a use of a type resolves to, without names and null. */
export interface ResolvedUse {
  /** Neither a name nor nullable. */
  readonly type: TypeUse;
  /** The declarations that were followed, the last one first. */
  readonly declarations: readonly NamedType[];
  readonly nullable: boolean;
}

/** Resolves names and nullability. */
export function resolveUse(model: Model, use: TypeUse): ResolvedUse {
  const declarations: NamedType[] = [];
  let type = use;
  let nullable = false;
  for (;;) {
    if (type.kind === 'nullable') {
      nullable = true;
      type = type.of;
    } else if (type.kind === 'named') {
      const declared = model.types.get(type.id);
      if (declared === undefined || declarations.includes(declared)) return { type: unknown, declarations, nullable };
      declarations.unshift(declared);
      type = declared.type;
    } else {
      return { type, declarations, nullable };
    }
  }
}

const unknown: TypeUse = { kind: 'unknown' };

/**
 * Returns the fields of an object and of its declared parents; a field of the object overrides a parent's. Fields of
 * built-in parents are not included.
 */
export function allFields(model: Model, type: ObjectType): Field[] {
  // An ancestor that several parents have is looked at once.
  const known = new Map<ObjectType, Field[]>();
  const fieldsOf = (object: ObjectType): Field[] => {
    const present = known.get(object);
    if (present) return present;
    const fields = new Map<string, Field>();
    for (const parent of object.parents) {
      const { type: target } = resolveUse(model, parent);
      if (target.kind === 'object') for (const field of fieldsOf(target)) fields.set(field.name, field);
    }
    for (const field of object.fields) fields.set(field.name, field);
    const all = [...fields.values()];
    known.set(object, all);
    return all;
  };
  return fieldsOf(type);
}

/** A type, its parents and theirs: each once. */
function withAncestors(model: Model, type: TypeUse): Set<TypeUse> {
  const found = new Set([type]);
  // A set that grows during its iteration is iterated to the end.
  for (const each of found)
    if (each.kind === 'object') for (const parent of each.parents) found.add(resolveUse(model, parent).type);
  return found;
}

/** True when a type inherits fields from a type of Kubernetes, which {@link allFields} does not return. */
export function hasBuiltInParent(model: Model, type: ObjectType): boolean {
  return [...withAncestors(model, type)].some(isBuiltIn);
}

function isBuiltIn({ kind }: TypeUse): boolean {
  return kind === 'builtIn' || kind === 'builtInField';
}

/** An object that is declared under a name. */
export type DeclaredObject = NamedType & { readonly type: ObjectType };

/**
 * True for a declared object that can have an interface for server-side apply: all its fields are known, and no marker
 * allows others. Instances of generic types and objects that keep unknown fields are printed by their type's name.
 */
export function hasApplyInterface(model: Model, declared: NamedType | undefined): declared is DeclaredObject {
  if (declared === undefined || declared.generic || declared.type.kind !== 'object') return false;
  if (!hasKnownFields(model, declared.type)) return false;
  return !declared.markers.some(({ effect }) => effect.on === 'applyInterface' && !effect.generate);
}

function hasKnownFields(model: Model, type: TypeUse): boolean {
  return [...withAncestors(model, type)].every((each) =>
    each.kind === 'object' ? !each.open : isBuiltIn(each) || each.kind === 'kubernetesObject',
  );
}

/** Finds the declared objects that a kind uses, without kinds, in the order in which they are reached. */
export function reachableObjects(model: Model, kind: TypeId, kinds: ReadonlySet<TypeId>): TypeId[] {
  const found = new Set<TypeId>();
  const visit = (use: TypeUse): void => {
    const { type, declarations } = resolveUse(model, use);
    if (type.kind === 'list') visit(type.items);
    if (type.kind === 'map') visit(type.values);
    if (type.kind === 'union') for (const branch of type.branches) visit(branch.type);
    const [declared] = declarations;
    // A type without an interface of its own is printed by its name, so its fields are not followed.
    if (!hasApplyInterface(model, declared) || found.has(declared.id)) return;
    if (kinds.has(declared.id) && declared.id !== kind) return;
    found.add(declared.id);
    for (const field of allFields(model, declared.type)) visit(field.type);
  };
  visit({ kind: 'named', id: kind });
  found.delete(kind);
  return [...found];
}
