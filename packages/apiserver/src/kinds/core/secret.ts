import { type FieldError, fieldInvalid, fieldRequired, fieldTooLong } from '@kb/apimachinery';
import { isJsonObject, setOwn } from '@kb/apimachinery/codec';
import { isConfigMapKey } from '@kb/apimachinery/server';
import { toBytes } from '../../http/encode.ts';
import { type ApiObject, ensureObject, type FrozenObject, own } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { toBase64 } from '../../serializer/base64.ts';
import { text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { base64Bytes, hasNoBytes, immutableErrors, MAX_BYTES, partOf, sizeOf } from '../shared/config-data.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';
import { isBlank } from '../shared/set-default.ts';

/** Secret: bytes for pods, of a type that determines the required keys. */
export const secret: BuiltInKind = {
  group: '',
  kind: 'Secret',
  defaults: defaultSecret,
  strategy: {
    ...genericStrategy,
    isStoredOtherwise: ({ data }) => hasNoBytes(data),
    validate: validateSecret,
    validateUpdate: (object, old, sent) => [...validateSecretUpdate(object, old, sent), ...validateSecret(object)],
  },
  columns: columns(
    nameColumn,
    column('Type', text('type')),
    column('Data', (object) => sizeOf(object.data)),
    ageColumn,
  ),
};

/** The defaults of a Secret: `stringData` becomes `data`. */
function defaultSecret(secret: ApiObject): void {
  if (isBlank(own(secret, 'type'))) secret.type = 'Opaque';
  const texts = secret.stringData;
  delete secret.stringData;
  if (!isJsonObject(texts)) return;
  const data = ensureObject(secret, 'data');
  for (const [key, text] of Object.entries(texts)) setOwn(data, key, toBase64(toBytes(scalarText(text))));
}

/** Validates a Secret. */
function validateSecret(secret: ApiObject): FieldError[] {
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

/** Validates a change of a Secret. `sent`: the new one as decoded. */
function validateSecretUpdate(secret: ApiObject, old: FrozenObject, sent: ApiObject): FieldError[] {
  const errors =
    own(secret, 'type') === own(old, 'type')
      ? []
      : [fieldInvalid('type', own(secret, 'type') ?? '', 'field is immutable')];
  return [...errors, ...immutableErrors(secret, old, sent, { bytes: 'data' })];
}
