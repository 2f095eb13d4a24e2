import { type FieldError, fieldInvalid, fieldRequired, formatQuantity, type JsonObject } from '@kb/apimachinery';
import { compareUtf8, isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import { asInt64, compareAmounts, isQuotaResource, isWholeResource, readResources } from '@kb/apimachinery/server';
import { type ApiObject, type FrozenObject, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import { validateResourceName } from '../../shared/amounts/validate-resource-name.ts';

/** Validates a new ResourceQuota. */
export function validateResourceQuota({ spec }: ApiObject): FieldError[] {
  const hard = own(spec, 'hard');
  return [
    ...validateAmounts(hard, 'spec.hard'),
    ...validateScopes(stringsIn(own(spec, 'scopes')), hard),
    ...validateSelector(spec, hard),
  ];
}

/** Validates a change of a ResourceQuota, whose scopes stay the same. */
export function validateResourceQuotaUpdate(quota: ApiObject, old: FrozenObject): FieldError[] {
  const [now, before] = [quota, old].map(({ spec }) => [...new Set(stringsIn(own(spec, 'scopes')))].sort().join());
  const scopes = own(quota.spec, 'scopes') ?? null;
  return [
    ...validateResourceQuota(quota),
    ...(now === before ? [] : [fieldInvalid('spec.scopes', scopes, 'field is immutable')]),
  ];
}

/** Validates a change of the status of a ResourceQuota. `sent`: the object as it was decoded. */
export function validateResourceQuotaStatus({ status }: ApiObject, _old: FrozenObject, sent: ApiObject): FieldError[] {
  return [
    ...(sent.metadata.resourceVersion ? [] : [fieldRequired('resourceVersion')]),
    ...validateAmounts(own(status, 'hard'), 'status.hard'),
    ...validateAmounts(own(status, 'used'), 'status.used'),
  ];
}

function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(stringOf) : [];
}

function validateAmounts(list: unknown, path: string): FieldError[] {
  return [...readResources(list)].flatMap(([name, amount]) => {
    const field = `${path}[${name}]`;
    const value = formatQuantity(amount);
    const errors = validateResourceName(name, field);
    if (!name.includes('/') && !isQuotaResource(name))
      errors.push(fieldInvalid(field, name, 'must be a standard resource for quota'));
    if (amount.unscaled < 0n) errors.push(fieldInvalid(field, value, 'must be greater than or equal to 0'));
    if (isWholeResource(name) && asInt64(amount, 3) % 1000n !== 0n)
      errors.push(fieldInvalid(field, value, 'must be an integer'));
    return errors;
  });
}

const compute = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
const ofPods = new Set(['pods', ...compute]);
/** The resources that quotas of each scope can limit. */
const scopeResources: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...['Terminating', 'NotTerminating', 'NotBestEffort', 'PriorityClass', 'CrossNamespacePodAffinity'].map(
    (scope) => [scope, ofPods] as const,
  ),
  ['BestEffort', new Set(['pods'])],
  ['VolumeAttributesClass', new Set(['persistentvolumeclaims', 'requests.storage'])],
]);

const conflicting = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];

/** The known resources of a quota that its scope cannot limit. */
function unlimitable(scope: string, hard: unknown): string[] {
  const resources = scopeResources.get(scope);
  return Object.keys(isJsonObject(hard) ? hard : {})
    .filter((name) => isQuotaResource(name) && resources !== undefined && !resources.has(name))
    .sort(compareUtf8);
}

function validateScopes(scopes: readonly string[], hard: unknown): FieldError[] {
  const invalid = (why: string): FieldError => fieldInvalid('spec.scopes', [...scopes], why);
  return [
    ...scopes.flatMap((scope) => [
      ...(scopeResources.has(scope) ? [] : [invalid('unsupported scope')]),
      ...unlimitable(scope, hard).map(() => invalid('unsupported scope applied to resource')),
    ]),
    ...conflicts(scopes).map(() => invalid('conflicting scopes')),
  ];
}

function conflicts(scopes: readonly string[]): readonly string[][] {
  return conflicting.filter((pair) => pair.every((scope) => scopes.includes(scope)));
}

function validateSelector(spec: unknown, hard: unknown): FieldError[] {
  const selector = own(spec, 'scopeSelector');
  if (!isJsonObject(selector)) return [];
  const path = 'spec.scopeSelector.matchExpressions';
  const requirements = objectsIn(selector.matchExpressions);
  return [
    ...requirements.flatMap((requirement) => {
      const scope = stringOf(requirement.scopeName);
      return [
        ...(scopeResources.has(scope) ? [] : [fieldInvalid(`${path}.scopeName`, scope, 'unsupported scope')]),
        ...unlimitable(scope, hard).map(() => misplacedScope(path, requirements)),
        ...validateOperator(requirement, scope, path),
      ];
    }),
    ...conflicts(requirements.map(({ scopeName }) => stringOf(scopeName))).map(() =>
      fieldInvalid(path, own(spec, 'scopes') ?? null, 'conflicting scopes'),
    ),
  ];
}

/** The error of a scope that cannot limit a resource. Its message shows the fields of the selector as Go names them. */
function misplacedScope(path: string, requirements: readonly JsonObject[]): FieldError {
  const why = 'unsupported scope applied to resource';
  const shown = stringifyJson({
    MatchExpressions: requirements.map(({ scopeName, operator, values }) => ({
      ScopeName: stringOf(scopeName),
      Operator: stringOf(operator),
      Values: values ?? null,
    })),
  });
  return { ...fieldInvalid(path, null, why), message: `Invalid value: ${shown}: ${why}` };
}

const withoutValues = new Set([
  'BestEffort',
  'NotBestEffort',
  'Terminating',
  'NotTerminating',
  'CrossNamespacePodAffinity',
]);
const ONLY_EXISTS =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

function validateOperator(requirement: JsonObject, scope: string, path: string): FieldError[] {
  const operator = stringOf(requirement.operator);
  const values = stringsIn(requirement.values);
  const errors =
    withoutValues.has(scope) && operator !== 'Exists' ? [fieldInvalid(`${path}.operator`, operator, ONLY_EXISTS)] : [];
  if (operator === 'In' || operator === 'NotIn') {
    const why = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    if (values.length === 0) errors.push(fieldRequired(`${path}.values`, why));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    const why = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    if (values.length > 0) errors.push(fieldInvalid(`${path}.values`, values, why));
  } else errors.push(fieldInvalid(`${path}.operator`, operator, 'not a valid selector operator'));
  return errors;
}

/** Returns warnings of requests in a new quota that are above the limits for the same resource. */
export function quotaWarnings({ spec }: ApiObject): string[] {
  const hard = readResources(own(spec, 'hard'));
  return ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((name) => {
    const isBare = !hard.has(`requests.${name}`) && (name === 'cpu' || name === 'memory');
    const request = isBare ? name : `requests.${name}`;
    const [requested, limit] = [hard.get(request), hard.get(`limits.${name}`)];
    if (!requested || !limit || compareAmounts(requested, limit) <= 0) return [];
    const [more, less] = [requested, limit].map(formatQuantity);
    return [`ResourceQuota ${request} (${more}) should be less than limits.${name} (${less})`];
  });
}
