import {
  equalJson,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
} from '@kb/apimachinery';
import { nameIsDnsSubdomain, nameIsPathSegment } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, type FrozenObject, objectsIn, own } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import type { Strategy } from '../../resources/strategy.ts';
import type { TableColumns } from '../../resources/table-columns.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import { genericStrategy } from './generic-strategy.ts';
import { setTextDefaults } from './set-default.ts';

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** The defaults of RoleBindings and ClusterRoleBindings. */
export function defaultRoleBinding(binding: ApiObject): void {
  const roleRef = own(binding, 'roleRef');
  if (isJsonObject(roleRef)) setTextDefaults(roleRef, { apiGroup: RBAC_GROUP });
  for (const subject of objectsIn(binding.subjects)) {
    if (subject.kind === 'User' || subject.kind === 'Group') setTextDefaults(subject, { apiGroup: RBAC_GROUP });
  }
}

/** The strategy of RoleBindings and ClusterRoleBindings. */
export const roleBindingStrategy: Strategy = {
  ...genericStrategy,
  nameCheck: nameIsPathSegment,
  createOnUpdate: true,
  validate: validateRoleBinding,
  validateUpdate: validateRoleBindingUpdate,
};

/** The columns of RoleBindings and ClusterRoleBindings. */
export const roleBindingColumns: TableColumns = columns(
  nameColumn,
  column('Role', (object) => `${scalarText(own(object.roleRef, 'kind'))}/${scalarText(own(object.roleRef, 'name'))}`),
  ageColumn,
  column('Users*', (object) => subjects(object, 'User')),
  column('Groups*', (object) => subjects(object, 'Group')),
  column('ServiceAccounts*', (object) => subjects(object, 'ServiceAccount')),
);

function subjects(object: FrozenObject, wanted: string): string {
  return objectsIn(object.subjects)
    .filter(({ kind }) => kind === wanted)
    .map(({ namespace, name }) =>
      wanted === 'ServiceAccount' ? `${scalarText(namespace ?? '')}/${scalarText(name)}` : scalarText(name),
    )
    .join(', ');
}

/** Validates a RoleBinding or ClusterRoleBinding. */
function validateRoleBinding(binding: ApiObject): FieldError[] {
  const isNamespaced = binding.kind === 'RoleBinding';
  const kinds = isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  const { apiGroup, kind, name } = goRoleRef(binding.roleRef);
  return [
    ...(apiGroup === RBAC_GROUP ? [] : [fieldNotSupported('roleRef.apiGroup', apiGroup, [RBAC_GROUP])]),
    ...(kinds.includes(kind) ? [] : [fieldNotSupported('roleRef.kind', kind, kinds)]),
    ...(name === '' ? [fieldRequired('roleRef.name')] : invalidName('roleRef.name', name, nameIsPathSegment)),
    ...objectsIn(binding.subjects).flatMap((subject, index) =>
      validateSubject(subject, `subjects[${index}]`, isNamespaced),
    ),
  ];
}

/** Validates a change of a RoleBinding or ClusterRoleBinding. */
function validateRoleBindingUpdate(binding: ApiObject, old: FrozenObject): FieldError[] {
  const errors = validateRoleBinding(binding);
  if (equalJson(binding.roleRef, old.roleRef)) return errors;
  const { apiGroup, kind, name } = goRoleRef(binding.roleRef);
  // As Go prints the internal type.
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
      if (group !== RBAC_GROUP) errors.push(fieldNotSupported(`${path}.apiGroup`, group ?? '', [RBAC_GROUP]));
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
