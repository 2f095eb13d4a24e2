import { type FieldError, fieldInvalid, fieldRequired, type JsonObject } from '@kb/apimachinery';
import { nameIsPathSegment } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, objectsIn } from '../../objects/api-object.ts';
import type { Strategy } from '../../resources/strategy.ts';
import { genericStrategy } from './generic-strategy.ts';
import { validateLabelSelector } from './validate-label-selector.ts';

/** The strategy of Roles and ClusterRoles. */
export const roleStrategy: Strategy = {
  ...genericStrategy,
  nameCheck: nameIsPathSegment,
  createOnUpdate: true,
  validate: validateRole,
  validateUpdate: validateRole,
};

/** Validates a Role or ClusterRole. */
function validateRole(role: ApiObject): FieldError[] {
  const errors = objectsIn(role.rules).flatMap((rule, index) =>
    validateRule(rule, `rules[${index}]`, role.kind === 'Role'),
  );
  const { aggregationRule } = role;
  return isJsonObject(aggregationRule) ? [...errors, ...validateAggregation(aggregationRule)] : errors;
}

function validateAggregation(rule: JsonObject): FieldError[] {
  const path = 'aggregationRule.clusterRoleSelectors';
  const selectors = objectsIn(rule.clusterRoleSelectors);
  if (selectors.length === 0)
    return [fieldRequired(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  return selectors.flatMap((selector, index) => {
    const errors = validateLabelSelector(selector, `${path}[${index}]`);
    // What is wrong with one is said twice, there too.
    return errors.length === 0 ? [] : [...errors, fieldInvalid(`${path}[${index}]`, null, 'invalid label selector.')];
  });
}

function validateRule(rule: JsonObject, path: string, isNamespaced: boolean): FieldError[] {
  const has = (field: string): boolean => Array.isArray(rule[field]) && rule[field].length > 0;
  const errors: FieldError[] = [];
  if (!has('verbs')) errors.push(fieldRequired(`${path}.verbs`, 'verbs must contain at least one value'));
  if (has('nonResourceURLs')) {
    const refused = (why: string): void => {
      errors.push(fieldInvalid(`${path}.nonResourceURLs`, rule.nonResourceURLs ?? null, why));
    };
    if (isNamespaced) refused('namespaced rules cannot apply to non-resource URLs');
    if (has('apiGroups') || has('resources') || has('resourceNames'))
      refused('rules cannot apply to both regular resources and non-resource URLs');
    return errors;
  }
  if (!has('apiGroups'))
    errors.push(fieldRequired(`${path}.apiGroups`, 'resource rules must supply at least one api group'));
  if (!has('resources'))
    errors.push(fieldRequired(`${path}.resources`, 'resource rules must supply at least one resource'));
  return errors;
}
