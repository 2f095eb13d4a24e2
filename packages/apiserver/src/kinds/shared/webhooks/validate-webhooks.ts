import {
  type FieldError,
  fieldDuplicate,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
} from '@kb/apimachinery';
import { isDns1123Subdomain } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import { validateAdmissionRule } from '../validate-admission-rule.ts';
import { validateLabelSelector } from '../validate-label-selector.ts';
import { validateMatchConditions } from './validate-match-conditions.ts';
import { validateReviewVersions } from './validate-review-versions.ts';
import { validateWebhookAddress } from './validate-webhook-address.ts';

/** Whether match conditions must be compiled, for which CEL must be loaded. */
export function hasMatchConditions({ webhooks }: ApiObject): boolean {
  return objectsIn(webhooks).some(({ matchConditions }) => objectsIn(matchConditions).length > 0);
}

/** Validates the webhooks of a configuration. */
export function validateWebhooks({ kind, webhooks }: ApiObject): FieldError[] {
  const names = new Set<string>();
  return objectsIn(webhooks).flatMap((webhook, index) => {
    const path = `webhooks[${index}]`;
    const name = stringOf(webhook.name);
    const isDuplicate = name !== '' && names.has(name);
    names.add(name);
    return [
      ...validateWebhook(webhook, path, kind === 'MutatingWebhookConfiguration'),
      ...validateReviewVersions(
        own(webhook, 'admissionReviewVersions'),
        `${path}.admissionReviewVersions`,
        'must specify one of v1, v1beta1',
      ),
      ...(isDuplicate ? [fieldDuplicate(`${path}.name`, name)] : []),
    ];
  });
}

const failurePolicies = ['Fail', 'Ignore'];
const matchPolicies = ['Equivalent', 'Exact'];
const reinvocationPolicies = ['IfNeeded', 'Never'];
const sideEffects = ['None', 'NoneOnDryRun'];

function validateWebhook(webhook: JsonObject, path: string, isMutating: boolean): FieldError[] {
  const selector = (field: string): FieldError[] => {
    const value = own(webhook, field);
    return isJsonObject(value) ? validateLabelSelector(value, `${path}.${field}`) : [];
  };
  const config = own(webhook, 'clientConfig');
  return [
    ...validateName(stringOf(webhook.name), `${path}.name`),
    ...objectsIn(webhook.rules).flatMap((rule, index) => validateAdmissionRule(rule, `${path}.rules[${index}]`)),
    ...oneOf(webhook, 'failurePolicy', failurePolicies, path),
    ...oneOf(webhook, 'matchPolicy', matchPolicies, path),
    ...((own(webhook, 'sideEffects') ?? null) === null
      ? [fieldRequired(`${path}.sideEffects`, `must specify one of ${sideEffects.join(', ')}`)]
      : oneOf(webhook, 'sideEffects', sideEffects, path)),
    ...validateTimeout(webhook, path),
    ...selector('namespaceSelector'),
    ...selector('objectSelector'),
    ...(isMutating ? oneOf(webhook, 'reinvocationPolicy', reinvocationPolicies, path) : []),
    ...validateWebhookAddress(isJsonObject(config) ? config : {}, `${path}.clientConfig`),
    ...validateMatchConditions(objectsIn(webhook.matchConditions), `${path}.matchConditions`),
  ];
}

/** A webhook's name has at least three parts. */
function validateName(name: string, path: string): FieldError[] {
  if (name === '') return [fieldRequired(path)];
  const problems = isDns1123Subdomain(name);
  if (problems.length > 0) return [fieldInvalid(path, name, problems.join(','))];
  return name.split('.').length < 3
    ? [fieldInvalid(path, name, 'should be a domain with at least three segments separated by dots')]
    : [];
}

function oneOf(webhook: JsonObject, field: string, supported: readonly string[], path: string): FieldError[] {
  const value = own(webhook, field);
  return value === undefined || value === null || supported.includes(stringOf(value))
    ? []
    : [fieldNotSupported(`${path}.${field}`, value, supported)];
}

function validateTimeout(webhook: JsonObject, path: string): FieldError[] {
  const value = own(webhook, 'timeoutSeconds');
  return typeof value === 'number' && (value > 30 || value < 1)
    ? [fieldInvalid(`${path}.timeoutSeconds`, value, 'the timeout value must be between 1 and 30 seconds')]
    : [];
}
