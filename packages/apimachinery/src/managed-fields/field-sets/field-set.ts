import { type FieldPath, type PathElement, sortPathElements } from './path-element.ts';

/**
 * A set of field paths, as a tree. Immutable; sets share subtrees. `self` says whether the path that leads here is a
 * member itself, `fields` what lies below it; the root is never a member, and below the root no node is empty. Equal
 * sets may hold their fields in different order.
 */
export interface FieldSet {
  readonly self: boolean;
  readonly fields: ReadonlyMap<PathElement, FieldSet>;
}

const noFields: ReadonlyMap<PathElement, FieldSet> = new Map();

/** The set of no fields. */
export const emptyFieldSet: FieldSet = { self: false, fields: noFields };

/** A path that is a member and has nothing below it. */
export const leafFieldSet: FieldSet = { self: true, fields: noFields };

/** Makes the set of these paths. Leaves out the empty path: nobody owns the whole object. */
export function fieldSetOf(...paths: readonly FieldPath[]): FieldSet {
  const builder = newFieldSet();
  for (const path of paths) addPath(builder, path);
  return builder;
}

/** A set under construction, which nothing else references yet. */
export interface FieldSetBuilder extends FieldSet {
  self: boolean;
  readonly fields: Map<PathElement, FieldSet>;
}

/** A new set to build. */
export function newFieldSet(): FieldSetBuilder {
  return { self: false, fields: new Map() };
}

/**
 * Adds a path to a set that is being built. `builder` must have been filled by this function and {@link newFieldSet}
 * alone.
 */
export function addPath(builder: FieldSetBuilder, path: FieldPath): void {
  const last = path.length - 1;
  if (last < 0) return;
  let node = builder;
  for (let i = 0; i < last; i++) node = openNode(node, path[i] ?? '');
  const element = path[last] ?? '';
  const present = node.fields.get(element);
  if (present === undefined) node.fields.set(element, leafFieldSet);
  else if (!present.self) openNode(node, element).self = true;
}

/**
 * Nodes of a builder are builders too, except for the shared leaf, which is replaced when it gets
 * children.
 */
function openNode(parent: FieldSetBuilder, element: PathElement): FieldSetBuilder {
  const present = parent.fields.get(element);
  if (present !== undefined && present !== leafFieldSet) return present as FieldSetBuilder;
  const node: FieldSetBuilder = { self: present !== undefined, fields: new Map() };
  parent.fields.set(element, node);
  return node;
}

/** Whether a set has no member. */
export function isEmptyFieldSet(set: FieldSet): boolean {
  return !set.self && set.fields.size === 0;
}

/** Whether a path is a member. */
export function hasFieldPath(set: FieldSet, path: FieldPath): boolean {
  let node: FieldSet | undefined = set;
  for (const element of path) {
    node = node.fields.get(element);
    if (node === undefined) return false;
  }
  return path.length > 0 && node.self;
}

/** How many paths are members. */
export function sizeOfFieldSet(set: FieldSet): number {
  let size = set.self ? 1 : 0;
  for (const child of set.fields.values()) size += sizeOfFieldSet(child);
  return size;
}

/** Whether two sets have the same members. */
export function equalFieldSets(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if (a.self !== b.self || a.fields.size !== b.fields.size) return false;
  for (const [element, child] of a.fields) {
    const other = b.fields.get(element);
    if (other === undefined || !equalFieldSets(child, other)) return false;
  }
  return true;
}

/** Whether every member of `a` is one of `b`. */
export function isSubsetOf(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if (a.self && !b.self) return false;
  for (const [element, child] of a.fields) {
    const other = b.fields.get(element);
    if (other === undefined || !isSubsetOf(child, other)) return false;
  }
  return true;
}

/** The members of either set. */
export function unionFieldSets(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmptyFieldSet(b)) return a;
  if (isEmptyFieldSet(a)) return b;
  let fields: Map<PathElement, FieldSet> | undefined;
  for (const [element, child] of b.fields) {
    const own = a.fields.get(element);
    const both = own === undefined ? child : unionFieldSets(own, child);
    if (both !== own) (fields ??= new Map(a.fields)).set(element, both);
  }
  const self = a.self || b.self;
  if (fields === undefined && self === a.self) return a;
  return { self, fields: fields ?? a.fields };
}

/** The members of both sets. */
export function intersectFieldSets(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  const [small, large] = a.fields.size <= b.fields.size ? [a, b] : [b, a];
  let fields: Map<PathElement, FieldSet> | undefined;
  for (const [element, child] of small.fields) {
    const other = large.fields.get(element);
    if (other === undefined) continue;
    const both = intersectFieldSets(child, other);
    if (!isEmptyFieldSet(both)) (fields ??= new Map()).set(element, both);
  }
  const self = a.self && b.self;
  if (fields === undefined) return self ? leafFieldSet : emptyFieldSet;
  return { self, fields };
}

/**
 * The members of `a` that are not members of `b`. Only members count: taking `a.b` away leaves `a.b.c` (see {@link
 * subtractFieldSetsRecursively}).
 */
export function subtractFieldSets(a: FieldSet, b: FieldSet): FieldSet {
  return subtract(a, b, false);
}

/** The members of `a` that are neither members of `b` nor below one: structured-merge-diff's RecursiveDifference. */
export function subtractFieldSetsRecursively(a: FieldSet, b: FieldSet): FieldSet {
  return subtract(a, b, true);
}

function subtract(a: FieldSet, b: FieldSet, recursive: boolean): FieldSet {
  if (a === b) return emptyFieldSet;
  if (recursive && b.self) return emptyFieldSet;
  let fields: Map<PathElement, FieldSet> | undefined;
  const small = a.fields.size <= b.fields.size ? a : b;
  for (const element of small.fields.keys()) {
    const own = a.fields.get(element);
    const other = b.fields.get(element);
    if (own === undefined || other === undefined) continue;
    const rest = subtract(own, other, recursive);
    if (rest === own) continue;
    fields ??= new Map(a.fields);
    if (isEmptyFieldSet(rest)) fields.delete(element);
    else fields.set(element, rest);
  }
  const self = a.self && !b.self;
  if (fields === undefined && self === a.self) return a;
  const left = fields ?? a.fields;
  if (left.size === 0) return self ? leafFieldSet : emptyFieldSet;
  return { self, fields: left };
}

/** The members that have no member below them. */
export function leavesOfFieldSet(set: FieldSet): FieldSet {
  if (set.fields.size === 0) return set;
  let fields: Map<PathElement, FieldSet> | undefined;
  for (const [element, child] of set.fields) {
    const leaves = leavesOfFieldSet(child);
    if (leaves !== child) (fields ??= new Map(set.fields)).set(element, leaves);
  }
  if (fields === undefined && !set.self) return set;
  return { self: false, fields: fields ?? set.fields };
}

/** The fields below one step, as a set with paths relative to it. */
export function belowElement(set: FieldSet, element: PathElement): FieldSet {
  const child = set.fields.get(element);
  if (child === undefined || child.fields.size === 0) return emptyFieldSet;
  return child.self ? { self: false, fields: child.fields } : child;
}

/**
 * Every member, in the order in which upstream lists them: at each level first the members, then what is below each
 * step.
 */
export function pathsOfFieldSet(set: FieldSet): FieldPath[] {
  const paths: FieldPath[] = [];
  collectPaths(set, [], paths);
  return paths;
}

function collectPaths(set: FieldSet, prefix: readonly PathElement[], paths: FieldPath[]): void {
  const elements = sortPathElements(set.fields.keys());
  for (const element of elements) {
    if (set.fields.get(element)?.self) paths.push([...prefix, element]);
  }
  for (const element of elements) {
    const child = set.fields.get(element);
    if (child !== undefined && child.fields.size > 0) collectPaths(child, [...prefix, element], paths);
  }
}
