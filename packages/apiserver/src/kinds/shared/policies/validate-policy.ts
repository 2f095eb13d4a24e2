import {
  equalJson,
  type FieldError,
  fieldDuplicate,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  fieldTooMany,
  type JsonObject,
} from '@kb/apimachinery';
import { isDns1035Label, isDns1123Subdomain, isQualifiedName, trimSpace } from '@kb/apimachinery/server';
import { type ApiObject, type FrozenObject, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import { validateMatchResources } from './validate-match-resources.ts';
import type { ExpressionErrors } from './policy-expressions.ts';

const failurePolicies = ['Fail', 'Ignore'];
const MAX_CONDITIONS = 64;

/** The errors that policies of both kinds have first: of what they are for. `hasOldConditions`: they are not new. */
export function validatePolicyHead(
  spec: JsonObject,
  expressions: ExpressionErrors,
  { moreConstraints = [], hasOldConditions }: { moreConstraints?: readonly FieldError[]; hasOldConditions: boolean },
): FieldError[] {
  const { failurePolicy, paramKind, matchConstraints } = spec;
  return [
    ...(failurePolicies.includes(stringOf(failurePolicy))
      ? []
      : [fieldNotSupported('spec.failurePolicy', failurePolicy ?? null, failurePolicies)]),
    ...validateParamKind(paramKind),
    ...(matchConstraints === undefined || matchConstraints === null
      ? [fieldRequired('spec.matchConstraints')]
      : [
          ...validateMatchResources(matchConstraints, 'spec.matchConstraints'),
          ...(objectsIn(own(matchConstraints, 'resourceRules')).length === 0
            ? [fieldRequired('spec.matchConstraints.resourceRules')]
            : []),
          ...moreConstraints,
        ]),
    ...(hasOldConditions ? [] : validateConditions(objectsIn(spec.matchConditions), expressions)),
    ...objectsIn(spec.variables).flatMap((variable, index) => validateVariable(variable, index, expressions)),
  ];
}

/** Whether the conditions of a policy, and what they know, are as before. */
export function hasSameConditions({ spec = {} }: ApiObject, old: FrozenObject): boolean {
  return (
    equalJson(spec.paramKind ?? null, old.spec?.paramKind ?? null) &&
    equalJson(spec.matchConditions ?? null, old.spec?.matchConditions ?? null)
  );
}

/** The error of the expression at a place, if it has one. */
export function errorAt(expressions: ExpressionErrors, path: string): FieldError[] {
  const error = expressions.get(path);
  return error === undefined ? [] : [error];
}

function validateParamKind(paramKind: unknown): FieldError[] {
  if (paramKind === undefined || paramKind === null) return [];
  const kind = stringOf(own(paramKind, 'kind'));
  const path = 'spec.paramKind.kind';
  const why = isDns1035Label(kind.toLowerCase()).join(',');
  return [
    ...validateApiVersion(stringOf(own(paramKind, 'apiVersion')), 'spec.paramKind.apiVersion'),
    ...(kind === '' ? [fieldRequired(path)] : []),
    ...(kind === '' || why === ''
      ? []
      : [fieldInvalid(path, kind, `may have mixed case, but should otherwise match: ${why}`)]),
  ];
}

function validateApiVersion(apiVersion: string, path: string): FieldError[] {
  if (apiVersion === '') return [fieldRequired(path)];
  const parts = apiVersion.split('/');
  if (parts.length > 2) return [fieldInvalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const version = parts.pop() ?? '';
  const [group = ''] = parts;
  const ofGroup = group === '' ? '' : isDns1123Subdomain(group).join(',');
  const ofVersion = version === '' ? '' : isDns1035Label(version).join(',');
  return [
    ...(ofGroup === '' ? [] : [fieldInvalid(path, group, ofGroup)]),
    ...(version === '' ? [fieldInvalid(path, apiVersion, 'version must be specified')] : []),
    ...(ofVersion === '' ? [] : [fieldInvalid(path, version, ofVersion)]),
  ];
}

function validateConditions(conditions: readonly JsonObject[], expressions: ExpressionErrors): FieldError[] {
  const path = 'spec.matchConditions';
  const errors = conditions.length > MAX_CONDITIONS ? [fieldTooMany(path, conditions.length, MAX_CONDITIONS)] : [];
  const names = new Set<string>();
  for (const [index, condition] of conditions.entries()) {
    const at = `${path}[${index}]`;
    const name = stringOf(condition.name);
    errors.push(
      ...(trimSpace(stringOf(condition.expression)) === ''
        ? [fieldRequired(`${at}.expression`)]
        : errorAt(expressions, `${at}.expression`)),
      ...(name === ''
        ? [fieldRequired(`${at}.name`)]
        : isQualifiedName(name).map((why) => fieldInvalid(`${at}.name`, name, why))),
    );
    if (name !== '' && names.has(name)) errors.push(fieldDuplicate(`${at}.name`, name));
    names.add(name);
  }
  return errors;
}

const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const reserved: ReadonlySet<string> = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return var ' +
    'void while'
  ).split(' '),
);

function validateVariable(
  { name, expression }: JsonObject,
  index: number,
  expressions: ExpressionErrors,
): FieldError[] {
  const path = `spec.variables[${index}]`;
  const said = stringOf(name);
  const isIdentifier = IDENTIFIER.test(said) && !reserved.has(said);
  return [
    ...(trimSpace(said) === '' ? [fieldRequired(`${path}.name`, 'name is not specified')] : []),
    ...(trimSpace(said) === '' || isIdentifier
      ? []
      : [fieldInvalid(`${path}.name`, said, 'must be a valid CEL identifier')]),
    ...(trimSpace(stringOf(expression)) === ''
      ? [fieldRequired(`${path}.expression`, 'expression is not specified')]
      : errorAt(expressions, `${path}.expression`)),
  ];
}
