import { type FieldError, fieldInvalid, fieldNotSupported, fieldRequired, type JsonObject } from '@kb/apimachinery';
import { isDns1035Label, isDns1123Subdomain, isPortNumber, nameIsPathSegment } from '@kb/apimachinery/server';
import { isJsonObject, quoteString } from '@kb/apimachinery/codec';
import { availableCondition, localCondition } from '../../aggregation/available-condition.ts';
import { type ApiObject, at, type FrozenObject, stringOf } from '../../objects/api-object.ts';
import { conditionsOf } from '../../objects/conditions-of.ts';
import { numberAt } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { withStatusOnly } from '../shared/generic-strategy.ts';
import { setDefaults } from '../shared/set-default.ts';

/** APIService: says who serves a version of a group: this server, or another one behind a Service. */
export const apiService: BuiltInKind = {
  group: 'apiregistration.k8s.io',
  kind: 'APIService',
  defaults: (apiService) => {
    const service = apiService.spec?.service;
    if (isJsonObject(service)) setDefaults(service, { port: 443 });
  },
  strategy: {
    ...withStatusOnly,
    nameCheck: nameIsPathSegment,
    anyFinalizer: true,
    unconditionalUpdate: false,
    prepareForCreate: (apiService, { now }) => {
      apiService.status = isJsonObject(apiService.spec?.service)
        ? {}
        : { conditions: [{ ...availableCondition(localCondition, now) }] };
    },
    validate: validateApiService,
    validateUpdate: validateApiService,
    status: {
      prepareForUpdate: keepAllButStatus,
      validateUpdate: validateStatus,
      resetFields: [['spec'], ['metadata']],
    },
  },
  columns: columns(
    nameColumn,
    column('Service', (object) => serviceCell(object)),
    column('Available', (object) => availableCell(object)),
    ageColumn,
  ),
};

/** The status subresource changes neither the spec nor the metadata that clients set. */
function keepAllButStatus(apiService: ApiObject, old: FrozenObject): void {
  apiService.spec = old.spec as JsonObject;
  for (const field of ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const) {
    if (old.metadata[field] === undefined) delete apiService.metadata[field];
    else Object.assign(apiService.metadata, { [field]: old.metadata[field] });
  }
}

/** Validates the conditions of an APIService. */
function validateStatus(apiService: ApiObject): FieldError[] {
  return conditionsOf(apiService).flatMap(({ status }, index) =>
    statuses.includes(status) ? [] : [fieldNotSupported(`status.conditions[${index}].status`, status, statuses)],
  );
}

const statuses: readonly string[] = ['True', 'False', 'Unknown'];

/** Validates an APIService, whose name follows from its spec. */
function validateApiService(apiService: ApiObject): FieldError[] {
  const { name = '' } = apiService.metadata;
  const [group, version] = [stringOf(at(apiService, 'spec', 'group')), stringOf(at(apiService, 'spec', 'version'))];
  const required = `${version}.${group}`;
  const errors: FieldError[] = [];
  if (name !== required && nameIsPathSegment(name).length === 0) {
    const why = `must be \`spec.version+"."+spec.group\`: ${quoteString(required)}`;
    errors.push(fieldInvalid('metadata.name', name, why));
  }
  if (group === '' && version !== 'v1')
    errors.push(fieldRequired('spec.group', 'only v1 may have an empty group and it better be legacy kube'));
  if (group !== '') errors.push(...isDns1123Subdomain(group).map((why) => fieldInvalid('spec.group', group, why)));
  errors.push(
    ...isDns1035Label(version).map((why) => fieldInvalid('spec.version', version, why)),
    ...priorityErrors(apiService, 'groupPriorityMinimum', HIGHEST_OF_GROUPS),
    ...priorityErrors(apiService, 'versionPriority', HIGHEST_OF_VERSIONS),
    ...validateServer(apiService),
  );
  return errors;
}

const HIGHEST_OF_GROUPS = 20_000;
const HIGHEST_OF_VERSIONS = 1000;

function priorityErrors(apiService: ApiObject, field: string, highest: number): FieldError[] {
  const value = numberAt(apiService, `spec.${field}`);
  return value > 0 && value <= highest
    ? []
    : [fieldInvalid(`spec.${field}`, value, `must be positive and less than ${highest}`)];
}

/** Validates who serves the version, and how it is verified. */
function validateServer(apiService: ApiObject): FieldError[] {
  const service = at(apiService, 'spec', 'service');
  const caBundle = stringOf(at(apiService, 'spec', 'caBundle'));
  const isInsecure = at(apiService, 'spec', 'insecureSkipTLSVerify') === true;
  const errors: FieldError[] = [];
  if (!isJsonObject(service)) {
    if (caBundle !== '') {
      const bytes = `${Buffer.from(caBundle, 'base64').length} bytes`;
      errors.push(fieldInvalid('spec.caBundle', bytes, 'local APIServices may not have a caBundle'));
    }
    if (isInsecure)
      errors.push(
        fieldInvalid('spec.insecureSkipTLSVerify', true, 'local APIServices may not have insecureSkipTLSVerify'),
      );
    return errors;
  }
  for (const field of ['namespace', 'name'])
    if (stringOf(service[field]) === '') errors.push(fieldRequired(`spec.service.${field}`));
  const { port } = service;
  if (typeof port === 'number')
    errors.push(
      ...isPortNumber(port).map((why) => fieldInvalid('spec.service.port', port, `port is not valid: ${why}`)),
    );
  if (isInsecure && caBundle !== '')
    errors.push(fieldInvalid('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present'));
  return errors;
}

/** Who serves the version. */
function serviceCell(apiService: FrozenObject): string {
  const service = at(apiService, 'spec', 'service');
  return isJsonObject(service) ? `${stringOf(service.namespace)}/${stringOf(service.name)}` : 'Local';
}

/** Whether the version is available, and why not. */
function availableCell(apiService: FrozenObject): string {
  const condition = conditionsOf(apiService).find(({ type }) => type === 'Available');
  if (!condition) return 'Unknown';
  const { status, reason } = condition;
  return status === 'True' ? status : `${status} (${reason})`;
}
