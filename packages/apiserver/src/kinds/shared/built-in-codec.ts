import { withEmptiedOf } from '@kb/apimachinery';
import type { KindData } from '@kb/kubernetes/data';
import { namedGoType } from '../../serializer/compile-go-type.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';
import { type ApiObject, asJson } from '../../objects/api-object.ts';
import { keepReset } from '../../resources/keep-reset.ts';
import type { ObjectCodec } from '../../resources/served-resource.ts';

/** Reads and writes objects of a built-in kind as Go does: by the kind's Go type, with the kind's defaults. */
export function builtInCodec(
  { type }: Pick<KindData, 'type'>,
  setDefaults: ((object: ApiObject) => void) | undefined,
): ObjectCodec {
  // Definitions are stored in JSON, all others in protobuf.
  const losesEmpty = !type.startsWith('apiextensions/');
  const convert = (object: ApiObject, forStorage: boolean): ApiObject =>
    namedGoType(type).decode(asJson(object), new DecodeContext({ forStorage })) as ApiObject;
  return {
    decode: (value, context) => {
      const object = namedGoType(type).decode(value, context) as ApiObject;
      if (!setDefaults) return keepReset(value, object);
      setDefaults(object);
      const defaulted = convert(object, false);
      withEmptiedOf(asJson(object), asJson(defaulted));
      return keepReset(value, defaulted);
    },
    encode: (object) => convert(object, losesEmpty),
    encodeUnstored: (object) => convert(object, false),
  };
}

/** What the kind's Go type prints when it is empty. */
export function emptyObject({ type, kind }: Pick<KindData, 'type' | 'kind'>, apiVersion: string): ApiObject {
  return namedGoType(type).decode({ kind, apiVersion }, new DecodeContext()) as ApiObject;
}
