import {
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
} from '@kb/apimachinery';
import { compareUtf8, isJsonObject } from '@kb/apimachinery/codec';
import { nameIsDnsSubdomain, nameIsPathSegment } from '@kb/apimachinery/server';
import { type ApiObject, at, type FrozenObject, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import type { Strategy } from '../../../resources/strategy.ts';
import type { TableColumns } from '../../../resources/table-columns.ts';
import { text } from '../../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../../tables/columns.ts';
import { genericStrategy } from '../generic-strategy.ts';
import { validateLabelSelector } from '../validate-label-selector.ts';
import { validateMatchResources } from './validate-match-resources.ts';

/** What policies and their bindings have in common. */
export const policyStrategy: Strategy = {
  ...genericStrategy,
  anyFinalizer: true,
  unconditionalUpdate: false,
  generation: 'spec',
  warnings: staticNameWarnings,
};

function staticNameWarnings({ metadata }: ApiObject): string[] {
  const suffix = '.static.k8s.io';
  if (!(metadata.name ?? '').endsWith(suffix)) return [];
  const why = 'are reserved for static manifest-based configurations and cannot be managed via the API';
  return [`metadata.name: names ending with "${suffix}" ${why}`];
}

/** The errors of a binding: of the policy that it names, the parameters, and the resources. */
export function validateBinding({ spec = {} }: ApiObject): FieldError[] {
  const policyName = stringOf(spec.policyName);
  return [
    ...(policyName === ''
      ? [fieldRequired('spec.policyName')]
      : nameIsDnsSubdomain(policyName).map((why) => fieldInvalid('spec.policyName', policyName, why))),
    ...(isJsonObject(spec.paramRef) ? validateParamRef(spec.paramRef, 'spec.paramRef') : []),
    ...validateMatchResources(spec.matchResources, 'spec.matchResources'),
  ];
}

const notFoundActions = ['Deny', 'Allow'];

function validateParamRef(ref: JsonObject, path: string): FieldError[] {
  const name = stringOf(ref.name);
  const { selector } = ref;
  const action = stringOf(ref.parameterNotFoundAction);
  const exclusive = (field: string): FieldError =>
    fieldForbidden(`${path}.${field}`, 'name and selector are mutually exclusive');
  const hasBoth = name !== '' && isJsonObject(selector);
  return [
    ...nameIsPathSegment(name).map((why) => fieldInvalid(`${path}.name`, name, why)),
    ...(hasBoth ? [exclusive('name')] : []),
    ...(isJsonObject(selector) ? validateLabelSelector(selector, `${path}.selector`) : []),
    ...(hasBoth ? [exclusive('selector')] : []),
    ...(name === '' && !isJsonObject(selector)
      ? [fieldRequired(path, 'one of name or selector must be specified')]
      : []),
    ...(action === '' ? [fieldRequired(`${path}.parameterNotFoundAction`)] : []),
    ...(action === '' || notFoundActions.includes(action)
      ? []
      : [fieldNotSupported(`${path}.parameterNotFoundAction`, action, notFoundActions)]),
  ];
}

/** How bindings are shown. */
export const bindingColumns: TableColumns = columns(
  nameColumn,
  column('PolicyName', text('spec.policyName')),
  column('ParamRef', paramText),
  ageColumn,
);

function paramText({ spec }: FrozenObject): string {
  const ref = at(spec, 'paramRef');
  const [name, namespace] = [stringOf(own(ref, 'name')), stringOf(own(ref, 'namespace'))];
  if (name !== '') return `${namespace === '' ? '*' : namespace}/${name}`;
  const selector = own(ref, 'selector');
  return isJsonObject(selector) ? selectorText(selector) : '<unset>';
}

/** A selector as Go prints its encoding in protobuf. */
function selectorText({ matchLabels, matchExpressions }: JsonObject): string {
  const labels = isJsonObject(matchLabels)
    ? Object.keys(matchLabels)
        .sort(compareUtf8)
        .map((key) => `${key}: ${stringOf(matchLabels[key])},`)
    : [];
  const requirements = objectsIn(matchExpressions).map(({ key, operator, values }) => {
    const texts = Array.isArray(values) ? values.map(stringOf).join(' ') : '';
    return `LabelSelectorRequirement{Key:${stringOf(key)},Operator:${stringOf(operator)},Values:[${texts}],},`;
  });
  const parts = `MatchExpressions:[]LabelSelectorRequirement{${requirements.join('')}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},${parts},}`;
}

/** The column for the kind of a policy's parameters. */
export function paramKindText({ spec }: FrozenObject): string {
  const kind = at(spec, 'paramKind');
  return isJsonObject(kind) ? `${stringOf(kind.apiVersion)}/${stringOf(kind.kind)}` : '<unset>';
}
