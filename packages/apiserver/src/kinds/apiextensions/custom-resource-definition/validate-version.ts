import {
  equalJson,
  type FieldError,
  fieldInvalid,
  fieldRequired,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { errorsOfEach } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { at, objectsIn, stringOf } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import { validateSelectableFields } from './validate-selectable-fields.ts';

/**
 * The parts that are common to all versions: kube-apiserver's internal type has these once, which shows in the paths of
 * errors.
 */
export interface Hoisted {
  readonly schema: boolean;
  readonly subresources: boolean;
  readonly additionalPrinterColumns: boolean;
  readonly selectableFields: boolean;
}

/** Finds the common parts of a definition's versions. */
export function hoisted(versions: readonly JsonObject[]): Hoisted {
  const same = (part: string): boolean =>
    versions.every((version) => equalJson(version[part] ?? null, versions[0]?.[part] ?? null));
  return {
    schema: same('schema'),
    subresources: same('subresources'),
    additionalPrinterColumns: same('additionalPrinterColumns'),
    selectableFields: same('selectableFields'),
  };
}

/**
 * Validates the subresources, columns and selectable fields of a version: its own, or without an index the common ones,
 * which are reported once.
 */
export function validateVersionDetails(version: JsonObject, index: number | undefined, common: Hoisted): FieldError[] {
  const pathOf = (part: keyof Hoisted): string =>
    index === undefined ? `spec.${part}` : `spec.versions[${index}].${part}`;
  const once = (part: keyof Hoisted): boolean => common[part] === (index === undefined);
  return [
    ...(once('subresources')
      ? validateScale(at(version, 'subresources', 'scale'), `${pathOf('subresources')}.scale`)
      : []),
    ...(once('additionalPrinterColumns')
      ? errorsOfEach(objectsIn(version.additionalPrinterColumns), (column, at) =>
          validateColumn(column, `${pathOf('additionalPrinterColumns')}[${at}]`),
        )
      : []),
    ...(once('selectableFields') ? validateFields(version, common, pathOf('selectableFields')) : []),
  ];
}

function validateFields(version: JsonObject, common: Hoisted, path: string): FieldError[] {
  const fields = objectsIn(version.selectableFields);
  const schema = at(version, 'schema', 'openAPIV3Schema');
  // The common parts are no longer in the versions when these are validated, so each is in only one place.
  const isMissing = common.selectableFields ? !isJsonObject(version.schema) : !isJsonObject(schema);
  if (fields.length === 0 || (common.schema === common.selectableFields && !isMissing))
    return validateSelectableFields(fields, schema, path);
  const why = common.selectableFields
    ? 'may only be set when validations.schema is included'
    : 'may only be set when `version.schema.openAPIV3Schema` is not included';
  return [fieldInvalid(path, '', why)];
}

function validateScale(scale: JsonValue | undefined, path: string): FieldError[] {
  if (!isJsonObject(scale)) return [];
  return [
    ...simplePath(
      scale.specReplicasPath,
      `${path}.specReplicasPath`,
      ['.spec.'],
      'should be a json path under .spec',
      true,
    ),
    ...simplePath(
      scale.statusReplicasPath,
      `${path}.statusReplicasPath`,
      ['.status.'],
      'should be a json path under .status',
      true,
    ),
    ...simplePath(
      scale.labelSelectorPath,
      `${path}.labelSelectorPath`,
      ['.spec.', '.status.'],
      'should be a json path under either .spec or .status',
      false,
    ),
  ];
}

function simplePath(
  value: JsonValue | undefined,
  field: string,
  prefixes: readonly string[],
  why: string,
  required: boolean,
): FieldError[] {
  const text = stringOf(value);
  if (text === '') return required ? [fieldRequired(field)] : [];
  if (!text.startsWith('.')) return [fieldInvalid(field, text, 'must be a simple json path starting with .')];
  return prefixes.some((prefix) => text.startsWith(prefix)) ? [] : [fieldInvalid(field, text, why)];
}

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

function validateColumn({ name, type, format, jsonPath }: JsonObject, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (!name) errors.push(fieldRequired(`${path}.name`));
  if (!type) errors.push(fieldRequired(`${path}.type`, `must be one of ${columnTypes.join(',')}`));
  else if (!columnTypes.includes(scalarText(type)))
    errors.push(fieldInvalid(`${path}.type`, type, `must be one of ${columnTypes.join(',')}`));
  if (format && !columnFormats.includes(scalarText(format))) {
    errors.push(fieldInvalid(`${path}.format`, format, `must be one of ${columnFormats.join(',')}`));
  }
  if (!jsonPath) errors.push(fieldRequired(`${path}.JSONPath`));
  else if (!scalarText(jsonPath).startsWith('.'))
    errors.push(fieldInvalid(`${path}.JSONPath`, jsonPath, 'must be a simple json path starting with .'));
  return errors;
}
