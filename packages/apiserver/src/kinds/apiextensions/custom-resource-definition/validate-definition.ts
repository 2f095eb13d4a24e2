import {
  equalJson,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  isConditionTrue,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { isJsonObject, isPrint, stringifyJson } from '@kb/apimachinery/codec';
import {
  checkStructuralSchemaInSteps,
  hasDefaults,
  type JsonSchemaProps,
  type SchemaRules,
  shownInGo,
} from '@kb/apimachinery/schema';
import { ErrorList, errorsOfEach, isDns1123Subdomain, utf8Length } from '@kb/apimachinery/server';
import { type ApiObject, at, type FrozenObject, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import { conditionsOf } from '../../../objects/conditions-of.ts';
import { validateApproval } from '../../../crds/api-approval.ts';
import { validateConversion } from './validate-conversion.ts';
import { validateLabel, validateNames, validateSpecNames } from './validate-names.ts';
import { goVersions } from './go-versions.ts';
import { type Hoisted, hoisted, validateVersionDetails } from './validate-version.ts';
import { scalarText } from '../../../objects/scalar-text.ts';

/** What the schemas of a definition are validated with. */
interface SchemaContext {
  /** What compiles and evaluates rules in CEL. Undefined: there are none. */
  readonly rules: SchemaRules | undefined;
  /** For an update: the stored definition. */
  readonly old?: FrozenObject;
}

/**
 * Validates a CustomResourceDefinition, in the order of kube-apiserver, whose internal form has the common parts of all
 * versions only once. `rules` is needed if a schema has rules in CEL. In steps, of which none takes long, since a
 * schema may have megabytes.
 */
export function* validateDefinition(crd: ApiObject, rules: SchemaRules | undefined): Generator<void, FieldError[]> {
  const spec = crd.spec ?? {};
  return [
    ...validateName(crd, spec),
    ...(yield* validateSpec(spec, { rules })),
    ...validateStatus(crd),
    ...validateStoredVersions(crd, spec),
    ...validateApproval(crd),
    ...validatePreserving(spec),
  ];
}

/** Validates a change of a CustomResourceDefinition, in steps. */
export function* validateDefinitionUpdate(
  crd: ApiObject,
  old: FrozenObject,
  rules: SchemaRules | undefined,
): Generator<void, FieldError[]> {
  const spec = crd.spec ?? {};
  return [
    ...(yield* validateSpec(spec, { rules, old })),
    ...validateImmutable(spec, old),
    ...validateStatus(crd),
    ...validateStoredVersions(crd, spec),
    ...validateApproval(crd, old),
    ...validatePreserving(spec),
  ];
}

/** Validates the status of a CustomResourceDefinition: only the names. */
export function validateStatus({ status }: ApiObject): FieldError[] {
  return validateNames(own(status, 'acceptedNames'), 'status.acceptedNames');
}

function validateImmutable(spec: JsonObject, old: FrozenObject): FieldError[] {
  const established = isConditionTrue(conditionsOf(old), 'Established');
  const fields = [...(established ? [['scope'], ['names', 'kind']] : []), ['group'], ['names', 'plural']];
  return fields.flatMap((path) => {
    const value = at(spec, ...path);
    return equalJson(value, at(old.spec, ...path))
      ? []
      : [fieldInvalid(`spec.${path.join('.')}`, value ?? '', 'field is immutable')];
  });
}

function validateName({ metadata }: ApiObject, spec: JsonObject): FieldError[] {
  const wanted = `${stringOf(own(spec.names, 'plural'))}.${stringOf(spec.group)}`;
  return (['generateName', 'name'] as const).flatMap((field) => {
    const name = metadata[field] ?? '';
    if (name === '' || name === wanted) return [];
    return [fieldInvalid(`metadata.${field}`, name, 'must be spec.names.plural+"."+spec.group')];
  });
}

function* validateSpec(spec: JsonObject, context: SchemaContext): Generator<void, FieldError[]> {
  const versions = objectsIn(spec.versions);
  const common = hoisted(versions);
  yield;
  const [first] = versions;
  const { old } = context;
  const established = old && isConditionTrue(conditionsOf(old), 'Established');
  return [
    ...validateGroup(spec),
    ...errorsOfEach(versions, (version, index) =>
      isJsonObject(own(version.schema, 'openAPIV3Schema'))
        ? []
        : [fieldRequired(`spec.versions[${index}].schema.openAPIV3Schema`)],
    ),
    ...validateDefaultsBesidePreserving(spec, versions),
    ...(yield* validateVersions(versions, common, context)),
    ...validateVersionsTogether(spec.versions, versions, common),
    ...validateSpecNames(spec.names),
    ...(first && common.schema ? yield* validateSchema(first, 'spec.validation', versions, context) : []),
    ...(first ? validateVersionDetails(first, undefined, common) : []),
    ...validateStrategyBesidePreserving(spec),
    ...validateConversion(spec.conversion, established ? { conversion: old.spec?.conversion } : undefined),
  ];
}

function validateDefaultsBesidePreserving(spec: JsonObject, versions: readonly JsonObject[]): FieldError[] {
  if (spec.preserveUnknownFields !== true || !versions.some((version) => hasDefaults(schemaOf(version)))) return [];
  const why = 'must be false in order to use defaults in the schema';
  return [fieldInvalid('spec.preserveUnknownFields', true, why)];
}

function validateStrategyBesidePreserving(spec: JsonObject): FieldError[] {
  const strategy = own(spec.conversion, 'strategy') ?? 'None';
  if (spec.preserveUnknownFields !== true || strategy === 'None') return [];
  const why = 'must be None if spec.preserveUnknownFields is true';
  return [fieldInvalid('spec.conversion.strategy', strategy, why)];
}

function validatePreserving(spec: JsonObject): FieldError[] {
  const why = 'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return spec.preserveUnknownFields === true ? [fieldInvalid('spec.preserveUnknownFields', true, why)] : [];
}

function validateGroup(spec: JsonObject): FieldError[] {
  const group = stringOf(spec.group);
  const scope = stringOf(spec.scope);
  const errors: FieldError[] = [];
  if (group === '') errors.push(fieldRequired('spec.group'));
  else {
    const problems = isDns1123Subdomain(group);
    if (problems.length > 0) errors.push(fieldInvalid('spec.group', group, problems.join(',')));
    else if (!group.includes('.'))
      errors.push(fieldInvalid('spec.group', group, 'should be a domain with at least one dot'));
  }
  if (scope === '') errors.push(fieldRequired('spec.scope'));
  else if (scope !== 'Namespaced' && scope !== 'Cluster')
    errors.push(fieldNotSupported('spec.scope', scope, ['Cluster', 'Namespaced']));
  return errors;
}

/** Validates each version, except for the parts that are common to all. */
function* validateVersions(
  versions: readonly JsonObject[],
  common: Hoisted,
  context: SchemaContext,
): Generator<void, readonly FieldError[]> {
  const errors = new ErrorList();
  for (const [index, version] of versions.entries()) {
    if (errors.isFull) break;
    const path = `spec.versions[${index}]`;
    errors.addAll(validateLabel(stringOf(version.name), `${path}.name`));
    errors.addAll(validateDeprecation(version, `${path}.deprecationWarning`));
    if (!common.schema) errors.addAll(yield* validateSchema(version, `${path}.schema`, [version], context));
    errors.addAll(validateVersionDetails(version, index, common));
  }
  return errors.all;
}

/** Validates the versions taken together. */
function validateVersionsTogether(
  given: JsonValue | undefined,
  versions: readonly JsonObject[],
  common: Hoisted,
): FieldError[] {
  const errors: FieldError[] = [];
  // An error that shows all versions.
  const invalid = (why: string): void => {
    const shown = Array.isArray(given) ? shownInGo(given, () => goVersions(versions, common)) : 'null';
    errors.push({ type: 'FieldValueInvalid', field: 'spec.versions', message: `Invalid value: ${shown}: ${why}` });
  };
  const names = versions.map(({ name }) => stringOf(name));
  if (new Set(names).size < names.length) invalid('must contain unique version names');
  if (versions.filter(({ storage }) => storage === true).length !== 1)
    invalid('must have exactly one version marked as storage version');
  // In the internal form, the first one's name is there twice.
  const [first = ''] = names;
  if (first !== '') errors.push(...validateLabel(first, 'spec.version'));
  return errors;
}

/** Validates the schema of a version. `versions`: the versions that have the schema. */
function* validateSchema(
  version: JsonObject,
  path: string,
  versions: readonly JsonObject[],
  { rules, old }: SchemaContext,
): Generator<void, FieldError[]> {
  const statusSubresource = versions.some((candidate) => at(candidate, 'subresources', 'status') !== undefined);
  const schema = own(version.schema, 'openAPIV3Schema');
  if (!isJsonObject(schema)) return [];
  const isUnchanged = rules !== undefined && old !== undefined && isUnchangedSchema(version, old);
  return yield* checkStructuralSchemaInSteps(schema, `${path}.openAPIV3Schema`, {
    statusSubresource,
    ...(rules && { rules, isUnchanged }),
  });
}

/** Whether the stored definition has the same schema in the version of this name. */
function isUnchangedSchema({ name, schema }: JsonObject, { spec }: FrozenObject): boolean {
  const before = objectsIn(spec?.versions).find((version) => version.name === name);
  return before !== undefined && equalJson(before.schema ?? null, schema ?? null);
}

/** The schema of a version. The JSONSchemaProps was validated when the definition was decoded. */
function schemaOf(version: JsonObject): JsonSchemaProps {
  return (at(version, 'schema', 'openAPIV3Schema') ?? {}) as JsonSchemaProps;
}

function validateDeprecation({ deprecated, deprecationWarning: warning }: JsonObject, path: string): FieldError[] {
  if (typeof warning !== 'string') return [];
  // Upstream shows the value of a pointer as JSON.
  const shown = stringifyJson(warning, { escapeHtml: true });
  const invalid = (why: string): FieldError => ({
    type: 'FieldValueInvalid',
    field: path,
    message: `Invalid value: ${shown}: ${why}`,
  });
  if (deprecated !== true) return [invalid('can only be set for deprecated versions')];
  const errors: FieldError[] = [];
  if (utf8Length(warning) > MOST_WARNING_BYTES)
    errors.push(invalid(`must be <= ${MOST_WARNING_BYTES} characters long`));
  if (warning === '') errors.push(invalid('must not be an empty string'));
  const characters = Array.from(warning);
  const odd = characters.findIndex((character) => !isPrint(character));
  if (odd >= 0) {
    const position = utf8Length(characters.slice(0, odd).join(''));
    errors.push(
      invalid(`must only contain printable UTF-8 characters; non-printable character found at index ${position}`),
    );
  }
  return errors;
}

/** The maximum length of a warning, which counts bytes, whatever its message says. */
const MOST_WARNING_BYTES = 256;

function validateStoredVersions(crd: ApiObject, spec: JsonObject): FieldError[] {
  const stored: JsonValue[] = Array.isArray(crd.status?.storedVersions) ? crd.status.storedVersions : [];
  if (stored.length === 0)
    return [fieldInvalid('status.storedVersions', null, 'must have at least one stored version')];
  const missing = new Map(stored.map((name, index) => [name, index]));
  const errors: FieldError[] = [];
  for (const { name = '', storage } of objectsIn(spec.versions)) {
    if (!missing.delete(name) && storage === true)
      errors.push(fieldInvalid('status.storedVersions', stored, `must have the storage version ${scalarText(name)}`));
  }
  for (const [name, index] of missing) {
    const why =
      `missing from spec.versions; ${scalarText(name)} was previously a storage version, and must remain in spec.versions until a storage migration ensures no ` +
      `data remains persisted in ${scalarText(name)} and removes ${scalarText(name)} from status.storedVersions`;
    errors.push(fieldInvalid(`status.storedVersions[${index}]`, name, why));
  }
  return errors;
}
