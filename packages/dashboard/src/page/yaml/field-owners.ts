import type { FieldPath } from './yaml-lines.ts';

/** Who set a field, and when. */
export interface FieldOwner {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
  readonly time?: number;
}

/** The part of `metadata.managedFields` that is read here. */
export interface ManagedFields {
  readonly manager?: string | undefined;
  readonly operation?: string | undefined;
  readonly subresource?: string | undefined;
  readonly time?: unknown;
  readonly fieldsV1?: unknown;
}

/** Returns a function that finds the owners of a field. A list or map that is owned as one value gives its owners to
 * the fields in it. */
export function fieldOwners(object: unknown, managed: readonly ManagedFields[]): (path: FieldPath) => FieldOwner[] {
  const owners = new Map<string, { own: FieldOwner[]; whole: boolean }>();
  for (const entry of managed) mark(owners, entry.fieldsV1, object, [], ownerOf(entry));
  return (path) => {
    const exact = owners.get(pathKey(path));
    if (exact) return exact.own;
    for (let length = path.length - 1; length > 0; length -= 1) {
      const above = owners.get(pathKey(path.slice(0, length)));
      if (above) return above.whole ? above.own : [];
    }
    return [];
  };
}

/** A path as a key of a map. */
function pathKey(path: FieldPath): string {
  return JSON.stringify(path);
}

function ownerOf({ manager, operation, subresource, time }: ManagedFields): FieldOwner {
  const when = Date.parse(String(time));
  return {
    manager: manager ?? 'unknown',
    operation: operation ?? 'Update',
    ...(subresource !== undefined && subresource !== '' && { subresource }),
    ...(!Number.isNaN(when) && { time: when }),
  };
}

/** Follows a set of fields into the object, and notes the owner at each field of the set. */
function mark(
  owners: Map<string, { own: FieldOwner[]; whole: boolean }>,
  fields: unknown,
  value: unknown,
  path: FieldPath,
  owner: FieldOwner,
): void {
  if (typeof fields !== 'object' || fields === null) return;
  const entries = Object.entries(fields);
  const whole = entries.length === 0;
  if (whole || '.' in fields) {
    const known = owners.get(pathKey(path));
    if (known) known.own.push(owner);
    else owners.set(pathKey(path), { own: [owner], whole });
  }
  for (const [element, inner] of entries) {
    const step = stepTo(element, value);
    if (step !== undefined) mark(owners, inner, childOf(value, step), [...path, step], owner);
  }
}

/** Where an element of `fieldsV1` leads: `f:NAME`, `k:KEYS`, `v:VALUE` or `i:PLACE`. Absent when nothing is there. */
function stepTo(element: string, value: unknown): string | number | undefined {
  const text = element.slice(2);
  if (element.startsWith('f:')) return text;
  if (!Array.isArray(value)) return undefined;
  if (element.startsWith('i:')) return Number(text);
  const wanted = parse(text);
  const place = value.findIndex((item) => (element.startsWith('k:') ? hasKeys(item, wanted) : sameText(item, wanted)));
  return place === -1 ? undefined : place;
}

function childOf(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[step] : undefined;
}

function hasKeys(item: unknown, keys: unknown): boolean {
  if (typeof keys !== 'object' || keys === null) return false;
  return Object.entries(keys).every(([name, wanted]) => sameText(childOf(item, name), wanted));
}

function sameText(a: unknown, b: unknown): boolean {
  return String(a) === String(b);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
