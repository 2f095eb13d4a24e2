import { type FieldError, fieldInvalid, fieldRequired, invalid, type JsonObject } from '@kb/apimachinery';
import { isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import { type ApiObject, at, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import { refuse } from '../../../refuse.ts';
import { isKnownOperator, validateOperator, validateRequirement } from '../validate-label-selector.ts';

const SPEC = 'spec.resourceAttributes';

/** Refuses an access review that asks nothing, or too much. `kind`: what it is about. */
export function checkAccessReview(review: ApiObject, kind: 'own' | 'user' | 'local'): void {
  const errors = [
    ...specErrors(review, kind !== 'own'),
    ...metadataErrors(review, kind === 'local'),
    ...(kind === 'local' ? localErrors(review) : []),
  ];
  // The real server has lost the kind by then.
  if (errors.length > 0) refuse(invalid({ group: 'authorization.k8s.io', kind: '' }, '', errors));
}

function specErrors({ spec }: ApiObject, namesUser: boolean): FieldError[] {
  const [about, path] = [own(spec, 'resourceAttributes'), own(spec, 'nonResourceAttributes')];
  const errors: FieldError[] = [];
  if (isJsonObject(about) && isJsonObject(path)) {
    const why = 'cannot be specified in combination with resourceAttributes';
    errors.push(fieldInvalid('spec.nonResourceAttributes', goPath(path), why));
  }
  if (!isJsonObject(about) && !isJsonObject(path)) {
    const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    errors.push(fieldInvalid(SPEC, null, why));
  }
  if (namesUser && stringOf(own(spec, 'user')) === '' && !hasItems(own(spec, 'groups')))
    errors.push(fieldInvalid('spec.user', '', 'at least one of user or group must be specified'));
  for (const selector of ['fieldSelector', 'labelSelector']) errors.push(...selectorErrors(about, selector));
  return errors;
}

function selectorErrors(about: unknown, field: string): FieldError[] {
  const selector = own(about, field);
  if (!isJsonObject(selector)) return [];
  const path = `${SPEC}.${field}`;
  const raw = stringOf(selector.rawSelector);
  const hasRequirements = hasItems(selector.requirements);
  if (raw !== '' && hasRequirements)
    return [fieldInvalid(`${path}.rawSelector`, raw, 'may not specified at the same time as requirements')];
  if (hasRequirements) {
    return objectsIn(selector.requirements).flatMap((requirement, index) => {
      const at = `${path}.requirements[${index}]`;
      return field === 'labelSelector'
        ? validateRequirement(requirement, at, { isOperatorOpen: true })
        : fieldRequirementErrors(requirement, at);
    });
  }
  if (raw !== '') return [];
  const why = `when ${path} is specified, requirements or rawSelector is required`;
  return [fieldRequired(`${path}.requirements`, why)];
}

/** Unknown operators are accepted, because the authorizer leaves such requirements out. */
function fieldRequirementErrors({ key, operator, values }: JsonObject, path: string): FieldError[] {
  const unnamed = stringOf(key) === '' ? [fieldRequired(`${path}.key`, 'must be specified')] : [];
  const name = stringOf(operator);
  return [...unnamed, ...(isKnownOperator(name) ? validateOperator(name, hasItems(values), path) : [])];
}

function metadataErrors({ metadata }: ApiObject, mayHaveNamespace: boolean): FieldError[] {
  const { managedFields: _, namespace, ...others } = metadata;
  const rest = mayHaveNamespace ? others : { ...others, namespace };
  if (Object.values(rest).every((value) => value === undefined || value === '')) return [];
  const why = mayHaveNamespace ? 'must be empty except for namespace' : 'must be empty';
  // In the order of the fields in Go.
  const { name, generateName, labels, annotations, ownerReferences, finalizers, managedFields } = metadata;
  const shown = { name, generateName, namespace, labels, annotations, ownerReferences, finalizers, managedFields };
  const text = stringifyJson(Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)));
  return [{ type: 'FieldValueInvalid', field: 'metadata', message: `Invalid value: ${text}: ${why}` }];
}

function localErrors(review: ApiObject): FieldError[] {
  const about = at(review, 'spec', 'resourceAttributes');
  const path = at(review, 'spec', 'nonResourceAttributes');
  const namespace = stringOf(own(about, 'namespace'));
  const errors: FieldError[] = [];
  if (isJsonObject(about) && namespace !== (review.metadata.namespace ?? ''))
    errors.push(fieldInvalid(`${SPEC}.namespace`, namespace, 'must match metadata.namespace'));
  if (isJsonObject(path))
    errors.push(fieldInvalid('spec.nonResourceAttributes', goPath(path), 'disallowed on this kind of request'));
  return errors;
}

/** As Go prints the internal type. */
function goPath(attributes: JsonObject): JsonObject {
  return { Path: stringOf(attributes.path), Verb: stringOf(attributes.verb) };
}

function hasItems(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}
