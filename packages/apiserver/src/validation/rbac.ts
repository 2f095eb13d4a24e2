import {
  equalJson,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
  nameIsDnsSubdomain,
  nameIsPathSegment,
} from '@kb/apimachinery';
import { type ApiObject, type FrozenObject, isJsonObject, objectsIn, own } from '../objects/api-object.ts';
import { scalarText } from '../objects/scalar-text.ts';

const GROUP = 'rbac.authorization.k8s.io';

/** What is wrong with a Role or ClusterRole. */
export function validateRole(role: ApiObject): FieldError[] {
  const errors = objectsIn(role.rules).flatMap((rule, index) =>
    validateRule(rule, `rules[${index}]`, role.kind === 'Role'),
  );
  const { aggregationRule } = role;
  if (isJsonObject(aggregationRule) && objectsIn(aggregationRule.clusterRoleSelectors).length === 0) {
    const why = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
    errors.push(fieldRequired('aggregationRule.clusterRoleSelectors', why));
  }
  return errors;
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

/** What is wrong with a RoleBinding or ClusterRoleBinding. */
export function validateRoleBinding(binding: ApiObject): FieldError[] {
  const isNamespaced = binding.kind === 'RoleBinding';
  const kinds = isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  const { apiGroup, kind, name } = goRoleRef(binding.roleRef);
  return [
    ...(apiGroup === GROUP ? [] : [fieldNotSupported('roleRef.apiGroup', apiGroup, [GROUP])]),
    ...(kinds.includes(kind) ? [] : [fieldNotSupported('roleRef.kind', kind, kinds)]),
    ...(name === '' ? [fieldRequired('roleRef.name')] : invalidName('roleRef.name', name, nameIsPathSegment)),
    ...objectsIn(binding.subjects).flatMap((subject, index) =>
      validateSubject(subject, `subjects[${index}]`, isNamespaced),
    ),
  ];
}

/** What is wrong with a change of a RoleBinding or ClusterRoleBinding. */
export function validateRoleBindingUpdate(binding: ApiObject, old: FrozenObject): FieldError[] {
  const errors = validateRoleBinding(binding);
  if (equalJson(binding.roleRef, old.roleRef)) return errors;
  const { apiGroup, kind, name } = goRoleRef(binding.roleRef);
  // As Go's internal type is written.
  return [...errors, fieldInvalid('roleRef', { APIGroup: apiGroup, Kind: kind, Name: name }, 'cannot change roleRef')];
}

function validateSubject(subject: JsonObject, path: string, isNamespaced: boolean): FieldError[] {
  const [kind, name, group] = [subject.kind, subject.name, subject.apiGroup].map((value) => scalarText(value ?? ''));
  const errors = name === '' ? [fieldRequired(`${path}.name`)] : [];
  switch (kind) {
    case 'ServiceAccount':
      if (name) errors.push(...invalidName(`${path}.name`, name, nameIsDnsSubdomain));
      if (group) errors.push(fieldNotSupported(`${path}.apiGroup`, group, ['']));
      if (!isNamespaced && !subject.namespace) errors.push(fieldRequired(`${path}.namespace`));
      break;
    case 'User':
    case 'Group':
      if (group !== GROUP) errors.push(fieldNotSupported(`${path}.apiGroup`, group ?? '', [GROUP]));
      break;
    default:
      errors.push(fieldNotSupported(`${path}.kind`, kind ?? '', ['ServiceAccount', 'User', 'Group']));
  }
  return errors;
}

function invalidName(path: string, name: string, check: (name: string, prefix: boolean) => string[]): FieldError[] {
  return check(name, false).map((why) => fieldInvalid(path, name, why));
}

function goRoleRef(roleRef: unknown): { apiGroup: string; kind: string; name: string } {
  const text = (field: string): string => scalarText(own(roleRef, field) ?? '');
  return { apiGroup: text('apiGroup'), kind: text('kind'), name: text('name') };
}
