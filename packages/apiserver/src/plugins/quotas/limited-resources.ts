import { fieldRequired, formatFieldErrors, type JsonObject } from '@kb/apimachinery';
import { compareUtf8 } from '@kb/apimachinery/codec';
import type { MeasuredObject, QuotaEvaluator, ResourceList, ScopeSelector } from '@kb/apimachinery/server';
import { objectsIn, stringOf } from '../../objects/api-object.ts';
import { fieldTypes } from '../../serializer/declared-types.ts';
import {
  ConfigurationProblem,
  type ConfigurationType,
  decodeConfiguration,
} from '../configuration/plugin-configurations.ts';

/** What may be consumed only in namespaces with a quota for it. */
export interface LimitedResource {
  readonly group: string;
  readonly plural: string;
  /** Parts of the names in quotas that need one. */
  readonly matchContains: readonly string[];
  /** Scopes that need a quota with a scope of the same name, for objects of all resources. */
  readonly matchScopes: readonly ScopeSelector[];
}

const { list, named, text } = fieldTypes;
const type = (kind: string, apiVersions: readonly string[]): ConfigurationType => ({
  apiVersions,
  kind,
  fields: {
    name: 'resource-quota',
    goName: 'v1',
    structs: {
      [kind]: [['limitedResources', list(named('resource-quota.LimitedResource'))]],
      LimitedResource: [
        ['apiGroup', text],
        ['resource', text],
        ['matchContains', list(text)],
        ['matchScopes', list(named('resource-quota.ScopeSelector'))],
      ],
      ScopeSelector: [
        ['scopeName', text],
        ['operator', text],
        ['values', list(text)],
      ],
    },
  },
  isStrict: true,
});

const OLD_GROUP = 'resourcequota.admission.k8s.io';
const newest = type('ResourceQuotaConfiguration', ['apiserver.config.k8s.io/v1']);
const older = type('Configuration', [`${OLD_GROUP}/v1beta1`, `${OLD_GROUP}/v1alpha1`]);

/** Reads the configuration of ResourceQuota. Throws a {@link ConfigurationProblem}. */
export function readLimitedResources(document: JsonObject | undefined): readonly LimitedResource[] {
  if (document === undefined) return [];
  const isOld = stringOf(document.apiVersion).startsWith(`${OLD_GROUP}/`);
  const given = objectsIn(decodeConfiguration(document, isOld ? older : newest).limitedResources);
  const errors = given.flatMap(({ resource }, index) =>
    stringOf(resource) === '' ? [fieldRequired(`limitedResources[${index}].resource`, '')] : [],
  );
  if (errors.length > 0) throw new ConfigurationProblem(formatFieldErrors(errors));
  return given.map(({ apiGroup, resource, matchContains, matchScopes }) => ({
    group: stringOf(apiGroup),
    plural: stringOf(resource),
    matchContains: textsIn(matchContains),
    matchScopes: objectsIn(matchScopes).map(({ scopeName, operator, values }) => ({
      scopeName: stringOf(scopeName),
      operator: stringOf(operator),
      values: textsIn(values),
    })),
  }));
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** What an object consumes of limited resources. */
export interface LimitedUsage {
  /** The names in quotas, sorted. */
  readonly names: readonly string[];
  readonly scopes: readonly ScopeSelector[];
}

/** Returns what an object with this usage consumes of limited resources. */
export function limitedUsage(
  limited: readonly LimitedResource[],
  evaluator: QuotaEvaluator,
  object: MeasuredObject,
  usage: ResourceList,
): LimitedUsage {
  const { group, plural } = evaluator.resource;
  const parts = limited
    .filter((one) => one.group === group && one.plural === plural)
    .flatMap(({ matchContains }) => matchContains);
  const names = [...usage]
    .filter(([name, { unscaled }]) => unscaled > 0n && parts.some((part) => name.includes(part)))
    .map(([name]) => name);
  return {
    names: names.sort(compareUtf8),
    scopes: limited.flatMap(({ matchScopes }) => matchScopes.filter((scope) => evaluator.isInScope(object, scope))),
  };
}

/** Scopes as Go prints them. */
export function printScopes(scopes: readonly ScopeSelector[]): string {
  const each = scopes.map(({ scopeName, operator, values }) => `{${scopeName} ${operator} [${values.join(' ')}]}`);
  return `[${each.join(' ')}]`;
}
