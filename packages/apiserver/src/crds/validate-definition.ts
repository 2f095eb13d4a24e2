import {
  checkStructuralSchema,
  equalJson,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  isConditionTrue,
  isDns1035Label,
  isDns1123Subdomain,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@kb/apimachinery';
import { type ApiObject, at, type FrozenObject, isJsonObject, objectsIn, own } from '../resources/api-object.ts';
import { conditionsOf } from './definition.ts';
import { validateConversion } from './validate-conversion.ts';
import { hoisted, validateVersionDetails } from './validate-version.ts';
import { scalarText } from '../resources/scalar-text.ts';

const APPROVAL = 'api-approved.kubernetes.io';

/** What is wrong with a CustomResourceDefinition. */
export function validateDefinition(crd: ApiObject): FieldError[] {
  const spec = crd.spec ?? {};
  return [...validateName(crd, spec), ...validateContent(crd, spec)];
}

function validateContent(crd: ApiObject, spec: JsonObject): FieldError[] {
  return [
    ...validateApproval(crd, spec),
    ...validateGroup(spec),
    ...validateNames(isJsonObject(spec.names) ? spec.names : {}),
    ...validateVersions(spec),
    ...validateConversion(spec.conversion),
    ...validateStoredVersions(crd, spec),
  ];
}

/** What is wrong with a change of a CustomResourceDefinition. */
export function validateDefinitionUpdate(crd: ApiObject, old: FrozenObject): FieldError[] {
  const errors = validateContent(crd, crd.spec ?? {});
  const immutable: string[][] = [['group'], ['names', 'plural']];
  if (isConditionTrue(conditionsOf(old), 'Established')) immutable.push(['scope'], ['names', 'kind']);
  for (const path of immutable) {
    const value = at(crd.spec, ...path);
    if (!equalJson(value, at(old.spec, ...path)))
      errors.push(fieldInvalid(`spec.${path.join('.')}`, value ?? '', 'field is immutable'));
  }
  return errors;
}

function validateName({ metadata }: ApiObject, spec: JsonObject): FieldError[] {
  const wanted = `${text(own(spec.names, 'plural'))}.${text(spec.group)}`;
  return metadata.name === wanted
    ? []
    : [fieldInvalid('metadata.name', metadata.name ?? '', 'must be spec.names.plural+"."+spec.group')];
}

function validateApproval({ metadata }: ApiObject, spec: JsonObject): FieldError[] {
  const group = text(spec.group);
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) return [];
  const field = `metadata.annotations[${APPROVAL}]`;
  const approval = metadata.annotations?.[APPROVAL];
  const more = 'see https://github.com/kubernetes/enhancements/pull/1111';
  if (approval === undefined)
    return [fieldRequired(field, `protected groups must have approval annotation "${APPROVAL}", ${more}`)];
  if (approval.startsWith('unapproved') || /^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.test(approval)) return [];
  const why = `protected groups must have approval annotation "${APPROVAL}" with either a URL or a reason starting with "unapproved", ${more}`;
  return [fieldInvalid(field, approval, why)];
}

function validateGroup(spec: JsonObject): FieldError[] {
  const group = text(spec.group);
  const scope = text(spec.scope);
  const errors: FieldError[] = [];
  if (group === '') errors.push(fieldRequired('spec.group'));
  else {
    const problems = isDns1123Subdomain(group);
    errors.push(...problems.map((problem) => fieldInvalid('spec.group', group, problem)));
    if (problems.length === 0 && !group.includes('.'))
      errors.push(fieldInvalid('spec.group', group, 'should be a domain with at least one dot'));
  }
  if (scope === '') errors.push(fieldRequired('spec.scope'));
  else if (scope !== 'Namespaced' && scope !== 'Cluster')
    errors.push(fieldNotSupported('spec.scope', scope, ['Cluster', 'Namespaced']));
  return errors;
}

function validateNames(names: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const label = (field: string, value: string): FieldError[] =>
    isDns1035Label(value).map((problem) => fieldInvalid(field, value, problem));
  for (const field of ['plural', 'singular', 'kind', 'listKind']) {
    const value = text(names[field]);
    const path = `spec.names.${field}`;
    if (value === '') errors.push(fieldRequired(path));
    else if (field === 'kind' || field === 'listKind') {
      const problems = isDns1035Label(value.toLowerCase());
      errors.push(
        ...problems.map((problem) =>
          fieldInvalid(path, value, `may have mixed case, but should otherwise match: ${problem}`),
        ),
      );
    } else errors.push(...label(path, value));
  }
  for (const field of ['shortNames', 'categories']) {
    const list = Array.isArray(names[field]) ? names[field] : [];
    list.forEach((value, index) => errors.push(...label(`spec.names.${field}[${index}]`, text(value))));
  }
  if (names.kind && names.kind === names.listKind)
    errors.push(fieldInvalid('spec.names.listKind', names.listKind, 'kind and listKind may not be the same'));
  return errors;
}

function validateVersions(spec: JsonObject): FieldError[] {
  const versions = objectsIn(spec.versions);
  const errors: FieldError[] = [];
  const names = versions.map(({ name }) => text(name));
  if (new Set(names).size < names.length) errors.push(invalidVersions(versions, 'must contain unique version names'));
  if (versions.filter(({ storage }) => storage === true).length !== 1) {
    errors.push(invalidVersions(versions, 'must have exactly one version marked as storage version'));
  }
  versions.forEach((version, index) => {
    const name = text(version.name);
    errors.push(...isDns1035Label(name).map((problem) => fieldInvalid(`spec.versions[${index}].name`, name, problem)));
    errors.push(...validateDeprecation(version, `spec.versions[${index}].deprecationWarning`));
  });
  return [...errors, ...validateSchemas(versions)];
}

/** An error that shows all versions, with the fields of Go's struct in its order. */
function invalidVersions(versions: readonly JsonObject[], why: string): FieldError {
  return {
    type: 'FieldValueInvalid',
    field: 'spec.versions',
    message: `Invalid value: ${stringifyJson(versions.map(goVersion), { escapeHtml: true })}: ${why}`,
  };
}

/** A version as kube-apiserver's own type prints it, which has what all versions have in common elsewhere. */
function goVersion({ name, served, storage, deprecated, deprecationWarning }: JsonObject): JsonObject {
  return {
    Name: text(name),
    Served: served === true,
    Storage: storage === true,
    Deprecated: deprecated === true,
    DeprecationWarning: typeof deprecationWarning === 'string' ? deprecationWarning : null,
    Schema: null,
    Subresources: null,
    AdditionalPrinterColumns: null,
    SelectableFields: null,
  };
}

/** What versions have in common is checked, and complained about, once. */
function validateSchemas(versions: readonly JsonObject[]): FieldError[] {
  const errors: FieldError[] = [];
  const common = hoisted(versions);
  versions.forEach((version, index) => {
    const schema = own(version.schema, 'openAPIV3Schema');
    if (!isJsonObject(schema)) errors.push(fieldRequired(`spec.versions[${index}].schema.openAPIV3Schema`));
    else if (!common.schema || index === 0) {
      const path = common.schema ? 'spec.validation.openAPIV3Schema' : `spec.versions[${index}].schema.openAPIV3Schema`;
      const statusSubresource = versions.some(
        (candidate) =>
          (common.schema || candidate === version) && at(candidate, 'subresources', 'status') !== undefined,
      );
      errors.push(...checkStructuralSchema(schema, path, { statusSubresource }));
    }
    errors.push(...validateVersionDetails(version, index, common));
  });
  return errors;
}

function validateDeprecation(version: JsonObject, path: string): FieldError[] {
  const warning = version.deprecationWarning;
  if (typeof warning !== 'string') return [];
  const errors: FieldError[] = [];
  if (version.deprecated !== true) errors.push(fieldInvalid(path, warning, 'can only be set for deprecated versions'));
  if (warning.length > 256) errors.push(fieldInvalid(path, warning, 'must be <= 256 characters long'));
  if (warning === '') errors.push(fieldInvalid(path, warning, 'must not be an empty string'));
  return errors;
}

function validateStoredVersions(crd: ApiObject, spec: JsonObject): FieldError[] {
  const stored: JsonValue[] = Array.isArray(crd.status?.storedVersions) ? crd.status.storedVersions : [];
  if (stored.length === 0)
    return [fieldInvalid('status.storedVersions', null, 'must have at least one stored version')];
  const versions = objectsIn(spec.versions).map(({ name }) => name);
  return stored.flatMap((name, index) => {
    if (versions.includes(name)) return [];
    const why =
      `missing from spec.versions; ${scalarText(name)} was previously a storage version, and must remain in spec.versions until a storage migration ensures no ` +
      `data remains persisted in ${scalarText(name)} and removes ${scalarText(name)} from status.storedVersions`;
    return [fieldInvalid(`status.storedVersions[${index}]`, name, why)];
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
