import {
  equalJson,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
  nameIsPathSegment,
} from '@kb/apimachinery';
import { type ApiObject, objectsIn, own } from '../resources/api-object.ts';
import { genericStrategy } from './generic.ts';
import type { Strategy } from './strategy.ts';

/** How Roles and ClusterRoles behave. */
export const roleStrategy: Strategy = {
  ...genericStrategy,
  nameCheck: nameIsPathSegment,
  createOnUpdate: true,
  validate: validateRules,
  validateUpdate: validateRules,
};

function validateRules(role: ApiObject): FieldError[] {
  return objectsIn(role.rules).flatMap((rule, index) => {
    const path = `rules[${index}]`;
    const has = (field: string): boolean => Array.isArray(rule[field]) && rule[field].length > 0;
    const errors: FieldError[] = [];
    if (!has('verbs')) errors.push(fieldRequired(`${path}.verbs`, 'verbs must contain at least one value'));
    if (has('nonResourceURLs')) return errors;
    if (!has('apiGroups'))
      errors.push(fieldRequired(`${path}.apiGroups`, 'resource rules must supply at least one api group'));
    if (!has('resources'))
      errors.push(fieldRequired(`${path}.resources`, 'resource rules must supply at least one resource'));
    return errors;
  });
}

/** How RoleBindings and ClusterRoleBindings behave. */
export const roleBindingStrategy: Strategy = {
  ...genericStrategy,
  nameCheck: nameIsPathSegment,
  createOnUpdate: true,
  validate: validateRoleRef,
  validateUpdate: (object, old) =>
    equalJson(object.roleRef, old.roleRef)
      ? []
      : [fieldInvalid('roleRef', goRoleRef(object.roleRef), 'cannot change roleRef')],
};

function validateRoleRef(binding: ApiObject): FieldError[] {
  const kinds = binding.kind === 'ClusterRoleBinding' ? ['ClusterRole'] : ['Role', 'ClusterRole'];
  const kind = own(binding.roleRef, 'kind') ?? '';
  const errors: FieldError[] = [];
  if (typeof kind !== 'string' || !kinds.includes(kind)) errors.push(fieldNotSupported('roleRef.kind', kind, kinds));
  if (!own(binding.roleRef, 'name')) errors.push(fieldRequired('roleRef.name'));
  return errors;
}

function goRoleRef(roleRef: unknown): JsonObject {
  return {
    APIGroup: own(roleRef, 'apiGroup') ?? '',
    Kind: own(roleRef, 'kind') ?? '',
    Name: own(roleRef, 'name') ?? '',
  };
}
