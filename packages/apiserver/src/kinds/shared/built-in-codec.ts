import type { JsonObject } from '@kb/apimachinery';
import { copyEmptied } from '@kb/apimachinery/managed-fields';
import type { KindData } from '@kb/kubernetes/data';
import { namedGoType } from '../../serializer/compile-go-type.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';
import { type ApiObject, asJson, own } from '../../objects/api-object.ts';
import type { ObjectCodec } from '../../resources/served-resource.ts';
import type { BuiltInVersion } from './built-in-kind.ts';

/**
 * Reads and writes objects of a built-in kind as Go does: with the kind's Go type and its defaults. Objects that are
 * not stored as JSON are stored as protobuf, which drops empty lists and maps.
 */
export function builtInCodec(
  { type }: Pick<KindData, 'type'>,
  { defaults: setDefaults, storedAsJson = false }: Pick<BuiltInVersion, 'defaults' | 'storedAsJson'> = {},
): ObjectCodec {
  const convert = (object: ApiObject, forStorage: boolean): ApiObject =>
    namedGoType(type).decode(asJson(object), new DecodeContext({ forStorage })) as ApiObject;
  return {
    decode: (value, context) => {
      const object = namedGoType(type).decode(value, context) as ApiObject;
      if (!setDefaults) return keepEmptyManagedFields(value, object);
      setDefaults(object);
      const defaulted = convert(object, false);
      if (context.leftOutEmptied) copyEmptied(asJson(object), asJson(defaulted));
      return keepEmptyManagedFields(value, defaulted);
    },
    encode: (object) => convert(object, !storedAsJson),
    encodeUnstored: (object) => convert(object, false),
  };
}

/**
 * Keeps an empty list of managed fields, which Go's types omit like every empty list: a client that sends one ends the
 * tracking of the object. It is dropped when the object is stored. A custom object loses the list before anything can
 * see it.
 */
function keepEmptyManagedFields(sent: JsonObject, object: ApiObject): ApiObject {
  const managedFields = own(sent.metadata, 'managedFields');
  if (Array.isArray(managedFields) && managedFields.length === 0) object.metadata.managedFields = [];
  return object;
}

/** An empty value of the kind's Go type, as Go prints it. */
export function emptyObject({ type, kind }: Pick<KindData, 'type' | 'kind'>, apiVersion: string): ApiObject {
  return namedGoType(type).decode({ kind, apiVersion }, new DecodeContext()) as ApiObject;
}
