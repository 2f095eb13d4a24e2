import { type FieldError, fieldInvalid, fieldTooLong, type JsonObject } from '@kb/apimachinery';
import { isConfigMapKey } from '@kb/apimachinery/server';
import type { ApiObject, FrozenObject } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { base64Bytes, hasNoBytes, immutableErrors, MAX_BYTES, partOf, sizeOf } from '../shared/config-data.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';

/** ConfigMap: strings and bytes for pods. */
export const configMap: BuiltInKind = {
  group: '',
  kind: 'ConfigMap',
  strategy: {
    ...genericStrategy,
    isStoredOtherwise: ({ binaryData }) => hasNoBytes(binaryData),
    validate: validateConfigMap,
    validateUpdate: (object, old, sent) => [
      ...validateConfigMapUpdate(object, old, sent),
      ...validateConfigMap(object),
    ],
  },
  columns: columns(
    nameColumn,
    column('Data', (object) => sizeOf(object.data) + sizeOf(object.binaryData)),
    ageColumn,
  ),
};

/** Validates a ConfigMap. */
function validateConfigMap(configMap: ApiObject): FieldError[] {
  const [data, binary] = [partOf(configMap, 'data'), partOf(configMap, 'binaryData')];
  const errors: FieldError[] = [];
  for (const key of Object.keys(data)) {
    errors.push(...isConfigMapKey(key).map((problem) => fieldInvalid(`data[${key}]`, key, problem)));
    if (Object.hasOwn(binary, key))
      errors.push(fieldInvalid(`data[${key}]`, key, 'duplicate of key present in binaryData'));
  }
  for (const key of Object.keys(binary))
    errors.push(...isConfigMapKey(key).map((problem) => fieldInvalid(`binaryData[${key}]`, key, problem)));
  // Go prints the empty path of this error like this.
  if (isTooLarge(data, binary)) errors.push(fieldTooLong('[]', MAX_BYTES));
  return errors;
}

/** Validates a change of a ConfigMap. `sent`: the new one as decoded. */
function validateConfigMapUpdate(configMap: ApiObject, old: FrozenObject, sent: ApiObject): FieldError[] {
  return immutableErrors(configMap, old, sent, { texts: 'data', bytes: 'binaryData' });
}

function isTooLarge(data: JsonObject, binary: JsonObject): boolean {
  const binaryBytes = base64Bytes(binary);
  // A character is at most three bytes, so hardly any text needs to be measured.
  const characters = Object.values(data).reduce((sum: number, text) => sum + scalarText(text).length, 0);
  return characters * 3 + binaryBytes > MAX_BYTES && textBytes(data) + binaryBytes > MAX_BYTES;
}

const textBytes = (data: JsonObject): number =>
  Object.values(data).reduce((sum: number, text) => sum + new TextEncoder().encode(scalarText(text)).length, 0);
