import type { JsonObject } from '@kb/apimachinery';
import { getOwn, isJsonObject } from '@kb/apimachinery/codec';
import type { KindRef, ObjectRef, ShownObject } from '../../protocol/index.ts';
import { asRecord, booleanOf, MessageError, optionalText, textOf } from './fields.ts';

/** Groups, versions and plurals: what may be in a path. */
const NAME = /^[a-z0-9][a-z0-9.-]*$/i;

/** Reads a kind of a message. */
export function readKind(record: JsonObject, name: string): KindRef {
  const kind = asRecord(getOwn(record, name), name);
  const group = textOf(kind, 'group');
  const [version, resource] = [textOf(kind, 'version'), textOf(kind, 'resource')];
  if ((group !== '' && !NAME.test(group)) || !NAME.test(version) || !NAME.test(resource))
    throw new MessageError(`${name} has a group, version and resource as paths of the API have them`);
  return { group, version, resource, kind: textOf(kind, 'kind'), namespaced: booleanOf(kind, 'namespaced', false) };
}

/** Reads a reference to an object. */
export function readRef(record: JsonObject): ObjectRef {
  const ref = asRecord(getOwn(record, 'ref'), 'ref');
  const kind = readKind(ref, 'kind');
  const namespace = kind.namespaced ? textOf(ref, 'namespace') : undefined;
  if (namespace === '') throw new MessageError('an object of a namespaced kind has a namespace');
  const name = textOf(ref, 'name');
  if (name === '') throw new MessageError('an object has a name');
  return { kind, name, ...(namespace !== undefined && { namespace }) };
}

/** Reads a whole object. Only what kb itself reads is checked: the API server judges the rest. */
export function readObject(record: JsonObject): ShownObject {
  const object = asRecord(getOwn(record, 'object'), 'object');
  textOf(object, 'apiVersion');
  textOf(object, 'kind');
  const metadata = getOwn(object, 'metadata');
  if (!isJsonObject(metadata)) throw new MessageError('the object has no metadata');
  for (const name of ['name', 'generateName', 'namespace']) optionalText(metadata, name);
  // An object that is about to be created lacks what the server sets.
  return object as JsonObject & ShownObject;
}

/** Reads a part of a message that may be absent. */
export function optional<K extends string, T>(name: K, value: T | undefined): { readonly [key in K]?: T } {
  // The computed name is the one of the type.
  return (value === undefined ? {} : { [name]: value }) as { readonly [key in K]?: T };
}
