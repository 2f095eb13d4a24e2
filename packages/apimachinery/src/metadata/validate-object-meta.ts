import {
  childPath,
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldRequired,
  fieldTooLong,
  indexPath,
} from '../field-error.ts';
import { stringifyJson } from '../codec/stringify-json.ts';
import { errorsOfEach } from '../status/listed-errors.ts';
import type { DeepReadonly, JsonObject, JsonValue } from '../json.ts';
import { isLabelValue, isQualifiedName } from '../names/label-names.ts';
import { type NameCheck, nameIsDnsLabel } from '../names/object-names.ts';
import { utf8Length } from '../names/utf8-length.ts';
import type { ManagedFieldsEntry, ObjectMetaInput, OwnerReference } from '../object/object.ts';

/** Options of {@link validateObjectMeta}. */
export interface ValidateObjectMetaOptions {
  readonly namespaced: boolean;
  /** The kind's rule for names. */
  readonly nameCheck: NameCheck;
}

/** The largest total size of an object's annotations in bytes, keys included. */
export const TOTAL_ANNOTATION_SIZE_LIMIT: number = 256 * 1024;

/**
 * Validates the metadata of a new object, after its name is generated: apimachinery's ValidateObjectMeta.
 * `meta` must have the right types already. `path` is its path: `metadata`.
 */
export function validateObjectMeta(
  meta: DeepReadonly<ObjectMetaInput>,
  options: ValidateObjectMetaOptions,
  path = 'metadata',
): FieldError[] {
  const { name = '', generateName = '' } = meta;
  const { generation = 0, finalizers = [] } = meta;
  const { nameCheck, namespaced } = options;
  const errors: FieldError[] = [];
  if (generateName !== '') {
    errors.push(
      ...nameCheck(generateName, true).map((text) => fieldInvalid(childPath(path, 'generateName'), generateName, text)),
    );
  }
  if (name === '') errors.push(fieldRequired(childPath(path, 'name'), 'name or generateName is required'));
  else errors.push(...nameCheck(name).map((text) => fieldInvalid(childPath(path, 'name'), name, text)));
  errors.push(...namespaceErrors(meta.namespace ?? '', namespaced, childPath(path, 'namespace')));
  if (generation < 0)
    errors.push(fieldInvalid(childPath(path, 'generation'), generation, 'must be greater than or equal to 0'));
  return [...errors, ...commonErrors(meta, path), ...validateFinalizers(finalizers, childPath(path, 'finalizers'))];
}

function namespaceErrors(namespace: string, namespaced: boolean, path: string): FieldError[] {
  if (!namespaced) return namespace === '' ? [] : [fieldForbidden(path, 'not allowed on this type')];
  if (namespace === '') return [fieldRequired(path)];
  return nameIsDnsLabel(namespace).map((text) => fieldInvalid(path, namespace, text));
}

function commonErrors(meta: DeepReadonly<ObjectMetaInput>, path: string): FieldError[] {
  const { labels = {}, annotations = {}, ownerReferences = [], managedFields = [] } = meta;
  return [
    ...validateLabels(labels, childPath(path, 'labels')),
    ...validateAnnotations(annotations, childPath(path, 'annotations')),
    ...validateOwnerReferences(ownerReferences, childPath(path, 'ownerReferences')),
    ...errorsOfEach(managedFields, (entry, index) =>
      managedFieldsErrors(entry, indexPath(childPath(path, 'managedFields'), index)),
    ),
  ];
}

/** Validates the keys and values of labels. `path`: where they are, such as `metadata.labels`. */
export function validateLabels(labels: Readonly<Record<string, string>>, path: string): FieldError[] {
  return errorsOfEach(Object.entries(labels), ([key, value]) => [
    ...isQualifiedName(key).map((text) => fieldInvalid(path, key, text)),
    ...isLabelValue(value).map((text) => fieldInvalid(path, value, text)),
  ]);
}

/** Validates annotations: their keys and their total size. */
export function validateAnnotations(annotations: Readonly<Record<string, string>>, path: string): FieldError[] {
  const errors = errorsOfEach(Object.keys(annotations), (key) =>
    isQualifiedName(key.toLowerCase()).map((text) => fieldInvalid(path, key, text)),
  );
  let size = 0;
  for (const [key, value] of Object.entries(annotations)) size += utf8Length(key) + utf8Length(value);
  if (size > TOTAL_ANNOTATION_SIZE_LIMIT) errors.push(fieldTooLong(path, TOTAL_ANNOTATION_SIZE_LIMIT));
  return errors;
}

function validateOwnerReferences(references: readonly DeepReadonly<OwnerReference>[], path: string): FieldError[] {
  let firstController: string | undefined;
  // Each error shows all references.
  let shown: string | undefined;
  return errorsOfEach(references, (reference) => {
    const errors = ownerReferenceErrors(reference, path);
    if (!reference.controller) return errors;
    const controller = `${reference.kind}/${reference.name}`;
    if (firstController === undefined) {
      firstController = controller;
      return errors;
    }
    const text = `Only one reference can have Controller set to true. Found "true" in references for ${firstController} and ${controller}`;
    shown ??= structText(references.map(ownerReferenceJson));
    return [...errors, invalidStruct(path, shown, text)];
  });
}

function ownerReferenceErrors(reference: DeepReadonly<OwnerReference>, path: string): FieldError[] {
  const { apiVersion, kind, name, uid } = reference;
  const errors: FieldError[] = [];
  // An apiVersion with more than one slash, or an empty one, has no version.
  if (apiVersion === '' || apiVersion.split('/').length > 2 || apiVersion.endsWith('/')) {
    errors.push(fieldInvalid(childPath(path, 'apiVersion'), apiVersion, 'version must not be empty'));
  }
  for (const [field, value] of [
    ['kind', kind],
    ['name', name],
    ['uid', uid],
  ] as const) {
    if (value === '') errors.push(fieldInvalid(childPath(path, field), value, 'must not be empty'));
  }
  if (apiVersion === 'v1' && kind === 'Event') {
    errors.push(
      invalidStruct(
        path,
        structText(ownerReferenceJson(reference)),
        '/v1, Kind=Event is disallowed from being an owner',
      ),
    );
  }
  return errors;
}

/** An error that shows a Go struct. */
function invalidStruct(path: string, shown: string, text: string): FieldError {
  return { type: 'FieldValueInvalid', field: path, message: `Invalid value: ${shown}: ${text}` };
}

/** A Go struct as errors show it: its fields in the struct's order, not sorted as keys of a map. */
function structText(value: JsonValue): string {
  return stringifyJson(value, { escapeHtml: true });
}

function ownerReferenceJson({
  apiVersion,
  kind,
  name,
  uid,
  controller,
  blockOwnerDeletion,
}: DeepReadonly<OwnerReference>): JsonObject {
  return {
    apiVersion,
    kind,
    name,
    uid,
    ...(controller !== undefined && { controller }),
    ...(blockOwnerDeletion !== undefined && { blockOwnerDeletion }),
  };
}

/** Validates finalizers: their form, and that the garbage collector's two are not combined. */
export function validateFinalizers(finalizers: readonly string[], path: string): FieldError[] {
  const errors = errorsOfEach(finalizers, (finalizer) =>
    isQualifiedName(finalizer).map((text) => fieldInvalid(path, finalizer, text)),
  );
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.push(fieldInvalid(path, [...finalizers], 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return errors;
}

function managedFieldsErrors(entry: DeepReadonly<ManagedFieldsEntry>, path: string): FieldError[] {
  // A client can send any text here.
  const {
    operation = '',
    fieldsType = '',
    manager = '',
    subresource = '',
  }: { [K in keyof typeof entry]?: string } = { ...entry, fieldsV1: '' };
  const errors: FieldError[] = [];
  if (operation !== 'Apply' && operation !== 'Update') {
    errors.push(fieldInvalid(childPath(path, 'operation'), operation, 'must be `Apply` or `Update`'));
  }
  if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
    errors.push(fieldInvalid(childPath(path, 'fieldsType'), fieldsType, 'must be `FieldsV1`'));
  }
  errors.push(...validateFieldManager(manager, childPath(path, 'manager')));
  if (utf8Length(subresource) > 256) errors.push(fieldTooLong(childPath(path, 'subresource'), 256));
  return errors;
}

/** The longest name of a field manager. */
const MOST_MANAGER_BYTES = 128;

/** Validates the name of a field manager (`fieldManager` of a write); an empty one counts as not set. */
export function validateFieldManager(manager: string, path = 'fieldManager'): FieldError[] {
  const errors: FieldError[] = [];
  if (utf8Length(manager) > MOST_MANAGER_BYTES) errors.push(fieldTooLong(path, MOST_MANAGER_BYTES));
  const limit = errors.length === 0 ? MOST_MANAGER_BYTES : 5;
  let position = 0;
  for (const char of manager) {
    // Each error holds the whole name: for a name that is too long, the errors would take quadratic space.
    if (position >= MOST_MANAGER_BYTES || errors.length >= limit) break;
    if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char)) {
      const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      errors.push(fieldInvalid(path, manager, `invalid character U+${code} (at position ${position})`));
    }
    position += utf8Length(char);
  }
  return errors;
}

const IMMUTABLE = 'field is immutable';

/**
 * Validates the metadata of an update against the stored one: apimachinery's ValidateObjectMetaUpdate. The caller has
 * already restored fields that the server resets silently (`creationTimestamp`; `deletionTimestamp` when the stored
 * object has it).
 */
export function validateObjectMetaUpdate(
  meta: DeepReadonly<ObjectMetaInput>,
  old: DeepReadonly<ObjectMetaInput>,
  path = 'metadata',
): FieldError[] {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined) {
    const known = new Set(old.finalizers);
    const added = (meta.finalizers ?? []).filter((finalizer) => !known.has(finalizer));
    if (added.length > 0) {
      const list = [...new Set(added)]
        .sort()
        .map((finalizer) => JSON.stringify(finalizer))
        .join(', ');
      const text = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
      errors.push(fieldForbidden(childPath(path, 'finalizers'), text));
    }
  }
  if (!meta.resourceVersion)
    errors.push(fieldInvalid(childPath(path, 'resourceVersion'), '', 'must be specified for an update'));
  if ((meta.generation ?? 0) < (old.generation ?? 0)) {
    errors.push(fieldInvalid(childPath(path, 'generation'), meta.generation ?? 0, 'must not be decremented'));
  }
  for (const field of ['name', 'namespace', 'uid'] as const) {
    if ((meta[field] ?? '') !== (old[field] ?? ''))
      errors.push(fieldInvalid(childPath(path, field), meta[field] ?? '', IMMUTABLE));
  }
  for (const field of ['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const) {
    if (meta[field] !== old[field]) errors.push(fieldInvalid(childPath(path, field), meta[field] ?? null, IMMUTABLE));
  }
  return [...errors, ...commonErrors(meta, path)];
}
