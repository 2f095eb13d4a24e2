import {
  emptiedFields,
  equalJson,
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldRequired,
  fieldTooLong,
  isConfigMapKey,
  type JsonObject,
  trimEndOf,
} from '@kb/apimachinery';
import { type ApiObject, asJson, type FrozenObject, isJsonObject, own } from '../objects/api-object.ts';
import { scalarText } from '../objects/scalar-text.ts';

const MAX_BYTES = 1024 * 1024;
const IMMUTABLE = 'field is immutable when `immutable` is set';

/** What is wrong with a ConfigMap. */
export function validateConfigMap(configMap: ApiObject): FieldError[] {
  const [data, binary] = [partOf(configMap, 'data'), partOf(configMap, 'binaryData')];
  const errors: FieldError[] = [];
  for (const key of Object.keys(data)) {
    errors.push(...isConfigMapKey(key).map((problem) => fieldInvalid(`data[${key}]`, key, problem)));
    if (Object.hasOwn(binary, key))
      errors.push(fieldInvalid(`data[${key}]`, key, 'duplicate of key present in binaryData'));
  }
  for (const key of Object.keys(binary))
    errors.push(...isConfigMapKey(key).map((problem) => fieldInvalid(`binaryData[${key}]`, key, problem)));
  // Go prints the empty path of this error so.
  if (isTooLarge(data, binary)) errors.push(fieldTooLong('[]', MAX_BYTES));
  return errors;
}

/** What is wrong with a change of a ConfigMap. `sent`: the new one as it was read. */
export function validateConfigMapUpdate(configMap: ApiObject, old: FrozenObject, sent: ApiObject): FieldError[] {
  return immutableErrors(configMap, old, sent, { texts: 'data', bytes: 'binaryData' });
}

/** What is wrong with a Secret. */
export function validateSecret(secret: ApiObject): FieldError[] {
  const data = partOf(secret, 'data');
  const errors = Object.keys(data).flatMap((key) =>
    isConfigMapKey(key).map((problem) => fieldInvalid(`data[${key}]`, key, problem)),
  );
  if (base64Bytes(data) > MAX_BYTES) errors.push(fieldTooLong('data', MAX_BYTES));
  for (const key of requiredKeys[String(secret.type)] ?? [])
    if (!Object.hasOwn(data, key)) errors.push(fieldRequired(`data[${key}]`));
  const account = 'kubernetes.io/service-account.name';
  if (secret.type === 'kubernetes.io/service-account-token' && !secret.metadata.annotations?.[account]) {
    errors.push(fieldRequired(`metadata.annotations[${account}]`));
  }
  return errors;
}

const requiredKeys: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

/** What is wrong with a change of a Secret. `sent`: the new one as it was read. */
export function validateSecretUpdate(secret: ApiObject, old: FrozenObject, sent: ApiObject): FieldError[] {
  const errors =
    own(secret, 'type') === own(old, 'type')
      ? []
      : [fieldInvalid('type', own(secret, 'type') ?? '', 'field is immutable')];
  return [...errors, ...immutableErrors(secret, old, sent, { bytes: 'data' })];
}

function immutableErrors(
  object: ApiObject,
  old: FrozenObject,
  sent: ApiObject,
  { texts, bytes }: { readonly texts?: string; readonly bytes: string },
): FieldError[] {
  if (old.immutable !== true) return [];
  const errors = object.immutable === true ? [] : [fieldForbidden('immutable', IMMUTABLE)];
  const isChanged = (field: string): boolean => !equalJson(partOf(object, field), partOf(old, field));
  if (texts !== undefined && isChanged(texts)) errors.push(fieldForbidden(texts, IMMUTABLE));
  // To Go an empty map of bytes is not the same as none, and what is stored has no empty ones.
  if (isChanged(bytes) || emptiedFields(asJson(sent)).includes(bytes)) errors.push(fieldForbidden(bytes, IMMUTABLE));
  return errors;
}

function partOf(object: ApiObject | FrozenObject, field: string): JsonObject {
  const part = own(object, field);
  return isJsonObject(part) ? part : {};
}

function isTooLarge(data: JsonObject, binary: JsonObject): boolean {
  const binaryBytes = base64Bytes(binary);
  // A character is three bytes at most: hardly any text needs to be measured.
  const characters = Object.values(data).reduce((sum: number, text) => sum + scalarText(text).length, 0);
  return characters * 3 + binaryBytes > MAX_BYTES && textBytes(data) + binaryBytes > MAX_BYTES;
}

const textBytes = (data: JsonObject): number =>
  Object.values(data).reduce((sum: number, text) => sum + new TextEncoder().encode(scalarText(text)).length, 0);
const base64Bytes = (data: JsonObject): number =>
  Object.values(data).reduce(
    (sum: number, text) => sum + Math.floor((trimEndOf(scalarText(text), '=').length * 3) / 4),
    0,
  );
