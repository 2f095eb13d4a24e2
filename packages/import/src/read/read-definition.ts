import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type JsonPath, quoteShort } from '@kb/apimachinery/yaml';
import { checkNames, checkTemplates } from './check-names.ts';
import { checkShape } from './check-shape.ts';
import type { CustomResourceDefinition, DefinitionSpec } from './custom-resource-definition.ts';
import { metadataShape, specShape } from './definition-shape.ts';
import { type DefinitionProblem, formatPath } from './text-problem.ts';

/** The maximum number of reported problems of one definition: a mangled text has thousands. */
const MAX_PROBLEMS = 10;

/** The group and version of the accepted definitions. */
const API_VERSION = 'apiextensions.k8s.io/v1';

/** Whether an object is a CustomResourceDefinition, of any version. */
export function isDefinition(object: JsonObject): boolean {
  return Object.hasOwn(object, 'kind') && object['kind'] === 'CustomResourceDefinition';
}

/** Options of {@link readDefinition}. */
export interface ReadDefinitionOptions {
  /** Default: `json`. */
  readonly format?: 'yaml' | 'json';
  /**
   * Called for a definition without a stored version, with the problem: another file may have the stored one. Default:
   * the problem is reported.
   */
  readonly onNoneStored?: (problem: DefinitionProblem) => void;
}

/**
 * Reads an object as a CustomResourceDefinition; undefined if it is not a readable one. Reports mistakes and fields
 * that the API server would drop; in YAML also Helm templates in labels and annotations.
 */
export function readDefinition(
  object: JsonObject,
  report: (problem: DefinitionProblem) => void,
  { format = 'json', onNoneStored }: ReadDefinitionOptions = {},
): CustomResourceDefinition | undefined {
  const problems: DefinitionProblem[] = [];
  const unknown: JsonPath[] = [];
  const definition = readParts(object, format, problems, unknown);
  const unstored = definition === undefined || problems.length > 0 ? undefined : noneStored(definition.spec);
  if (unstored !== undefined && onNoneStored === undefined) problems.push(unstored);
  else if (unstored !== undefined) onNoneStored?.(unstored);
  const [first, ...more] = unknown;
  if (first !== undefined && problems.length === 0) report(unknownFields(first, more.length));
  for (const problem of problems.slice(0, MAX_PROBLEMS)) report(problem);
  if (problems.length > MAX_PROBLEMS) {
    const message = `${problems.length - MAX_PROBLEMS} more parts of this definition are not what they must be`;
    report({ code: 'KB_DEFINITION_INVALID', message, path: [] });
  }
  return problems.length > 0 ? undefined : definition;
}

function readParts(
  object: JsonObject,
  format: 'yaml' | 'json',
  problems: DefinitionProblem[],
  unknown: JsonPath[],
): CustomResourceDefinition | undefined {
  const wrongVersion = versionProblem(object);
  if (wrongVersion !== undefined) {
    problems.push(wrongVersion);
    return undefined;
  }
  const part = (name: 'metadata' | 'spec'): JsonObject | undefined => {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    if (isJsonObject(value)) return value;
    const message = value === undefined ? `${name} is missing` : `${name} must be an object, and is something else`;
    const hint =
      'a definition has metadata and a spec: check whether the document ends too early, with --- or ..., or is truncated';
    problems.push({ code: 'KB_DEFINITION_INVALID', message, hint, path: [name], meant: 'key' });
    return undefined;
  };
  const findings = (onUnknown: (path: JsonPath) => void): Parameters<typeof checkShape>[3] => ({
    onProblem: (problem) => void problems.push({ code: 'KB_DEFINITION_INVALID', ...problem }),
    onUnknown,
  });
  const parts = { metadata: part('metadata'), spec: part('spec') };
  if (parts.metadata === undefined || parts.spec === undefined) return undefined;
  // The rest of the metadata only exists in a cluster.
  const { name, labels, annotations } = ownFields(parts.metadata);
  const metadata = checkShape(
    {
      ...(name !== undefined && { name }),
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
    },
    metadataShape,
    ['metadata'],
    findings(() => undefined),
  );
  const spec = checkShape(
    parts.spec,
    specShape,
    ['spec'],
    findings((path) => void unknown.push(path)),
  );
  if (problems.length > 0) return undefined;
  // The shapes correspond to the type, and every value fits them.
  const definition = { metadata, spec } as unknown as CustomResourceDefinition;
  problems.push(
    ...checkNames(definition),
    ...(format === 'yaml' ? checkTemplates(definition) : []),
    ...checkVersions(definition.spec),
  );
  return definition;
}

function ownFields(metadata: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== '__proto__'));
}

function versionProblem(object: JsonObject): DefinitionProblem | undefined {
  const given = Object.hasOwn(object, 'apiVersion') ? object['apiVersion'] : undefined;
  if (given === API_VERSION) return undefined;
  const path = ['apiVersion'];
  if (given === 'apiextensions.k8s.io/v1beta1') {
    return {
      code: 'KB_DEFINITION_VERSION',
      message: `this is a definition of v1beta1, which no API server has served since Kubernetes 1.22; expected ${API_VERSION}`,
      hint: [
        'get it as v1: from a newer release of its project, or from a cluster of 1.16 to 1.21 that has it (kubectl get crd NAME -o yaml)',
        'or write it as v1: spec.version becomes spec.versions; spec.validation, spec.subresources and spec.additionalPrinterColumns (JSONPath becomes jsonPath)',
        'move into each version, validation as schema; spec.conversion.webhookClientConfig becomes spec.conversion.webhook.clientConfig',
      ].join('\n'),
      path,
    };
  }
  const found = typeof given === 'string' ? `it is ${quoteShort(given)}` : 'it is missing';
  return {
    code: 'KB_DEFINITION_VERSION',
    message: `the apiVersion of a CustomResourceDefinition must be ${API_VERSION}, and ${found}`,
    path,
  };
}

function checkVersions({ versions, scope }: DefinitionSpec): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const invalid = (path: JsonPath, message: string, hint?: string): void => {
    problems.push({ code: 'KB_DEFINITION_INVALID', message, path, ...(hint !== undefined && { hint }) });
  };
  // The type is not yet checked here.
  if (scope !== 'Namespaced' && scope !== 'Cluster')
    invalid(['spec', 'scope'], `spec.scope must be Namespaced or Cluster, and is ${quoteShort(scope)}`);
  if (versions.length === 0)
    invalid(['spec', 'versions'], 'spec.versions is empty: a definition has at least one version');
  const names = new Set<string>();
  for (const [index, { name }] of versions.entries()) {
    const path = ['spec', 'versions', index, 'name'];
    if (names.has(name))
      invalid(path, `${formatPath(path)} is ${quoteShort(name)}, as the name of a version before it`);
    names.add(name);
  }
  const stored = versions.filter(({ storage }) => storage).length;
  if (stored > 1) {
    const message = `${stored} of the versions have storage: true; it must be exactly one`;
    invalid(['spec', 'versions'], message, 'objects are stored in one version');
  }
  return problems;
}

function noneStored({ versions }: DefinitionSpec): DefinitionProblem | undefined {
  if (versions.some(({ storage }) => storage)) return undefined;
  return {
    code: 'KB_DEFINITION_INVALID',
    message: 'none of the versions has storage: true; it must be exactly one',
    hint: 'objects are stored in one version; where it is in another file, import that one too',
    path: ['spec', 'versions'],
  };
}

function unknownFields(path: JsonPath, more: number): DefinitionProblem {
  const others = more === 0 ? '' : `, and ${more} more of them`;
  return {
    code: 'KB_DEFINITION_UNKNOWN_FIELD',
    severity: 'warning',
    message: `the API server does not know ${formatPath(path)}${others}`,
    hint: 'it is kept as it is; an API server drops it, or refuses the definition',
    path,
    meant: 'key',
  };
}
