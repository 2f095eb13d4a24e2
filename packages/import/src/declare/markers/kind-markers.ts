import { equalJson, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { createMergePatch } from '@kb/apimachinery/patch';
import { pluralOf } from '@kb/codegen';
import {
  checkSelectableFields,
  conversionAsJson,
  type KindFacts,
  newKindFacts,
  parseMarker,
  scaleProblems,
  VERSION_ANNOTATION,
  versionFactsAsJson,
} from '@kb/codegen/importer';
import { compareText, type Reporter } from '@kb/codegen/reporting';
import type { PlannedKind } from '../../type-plan.ts';
import type { CustomResourceDefinition, DefinitionConversion } from '../../read/custom-resource-definition.ts';
import { printMarker } from './marker-text.ts';

/**
 * Returns the markers for everything in a definition except the schema of the version: the most specific ones, and
 * patches for the rest. Facts that all versions share are repeated for each, so that the folder of one version is
 * complete.
 */
export function kindMarkers({ definition, version }: PlannedKind): readonly string[] {
  const { spec } = definition;
  const facts = newKindFacts();
  const lines = ['+kubebuilder:object:root=true'];
  const say = (...choices: readonly (string | undefined)[]): void => {
    const line = choices.find((choice) => choice !== undefined && isTaken(choice, facts, version));
    if (line !== undefined) lines.push(line);
  };

  for (const line of subresourceMarkers(version)) say(line);
  say(...resourceMarkers(spec));
  for (const line of versionMarkers(spec, version)) say(line);
  for (const line of columnMarkers(version)) say(line);
  for (const { jsonPath } of version.selectableFields ?? [])
    say(printMarker('kubebuilder:selectablefield', { JSONPath: jsonPath }));
  for (const line of metadataMarkers(definition)) say(line);
  if (spec.names.listKind !== `${spec.names.kind}List`) say(printValue('kb:listKind', spec.names.listKind));
  say(conversionMarker(spec.conversion));
  const order = spec.versions.map(({ name }) => name);
  if (order.some((name, index) => name !== order.toSorted(compareText)[index]))
    say(printMarker('kb:versions', { '': order }));
  say(patchMarker('kb:version', versionFactsAsJson(facts, spec.versions.length === 1), restOfVersion(version)));
  say(patchMarker('kb:definition', definitionOf(facts, spec), restOfDefinition(spec)));
  return lines;
}

type Spec = CustomResourceDefinition['spec'];
type Version = PlannedKind['version'];

/** Applies a marker to the facts, unless the generator would report it. */
function isTaken(line: string, facts: KindFacts, { schema }: Version): boolean {
  const span = { file: '', line: 1, column: 1, length: line.length };
  const { marker } = parseMarker({ text: line, span }, ['type']);
  if (marker?.effect.on !== 'kind') return false;
  // Applied to a copy: a marker may change some facts before it reports a problem.
  const tried = newKindFacts();
  if (marker.effect.apply(tried, span) !== undefined || reports(tried, schema)) return false;
  return marker.effect.apply(facts, span) === undefined;
}

/** True for a path to a missing field: the API server accepts it, the generator does not. */
function reports(facts: KindFacts, { openAPIV3Schema }: Version['schema']): boolean {
  let count = 0;
  const reporter: Pick<Reporter, 'report'> = { report: () => void count++ };
  checkSelectableFields({ facts }, openAPIV3Schema, reporter);
  const { scaleSubresource: scale } = facts;
  return count > 0 || (scale !== undefined && scaleProblems(scale, openAPIV3Schema).length > 0);
}

function subresourceMarkers({ subresources: { status, scale } = {} }: Version): (string | undefined)[] {
  return [
    status === undefined ? undefined : printMarker('kubebuilder:subresource:status'),
    scale === undefined
      ? undefined
      : printMarker('kubebuilder:subresource:scale', {
          specpath: scale.specReplicasPath,
          statuspath: scale.statusReplicasPath,
          selectorpath: scale.labelSelectorPath,
        }),
  ];
}

/**
 * The names that differ from those derived from the kind; if one marker cannot express all of them, only the required
 * ones.
 */
function resourceMarkers({ names, scope }: Spec): (string | undefined)[] {
  const { kind, plural, singular, shortNames = [], categories = [] } = names;
  const least = {
    ...(plural !== pluralOf(kind) && { path: plural }),
    ...(scope !== 'Namespaced' && { scope }),
  };
  const all = {
    ...least,
    ...(shortNames.length > 0 && { shortName: [...shortNames] }),
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(singular !== undefined && singular !== kind.toLowerCase() && { singular }),
  };
  return [all, least].map((values) =>
    Object.keys(values).length === 0 ? undefined : printMarker('kubebuilder:resource', values),
  );
}

function versionMarkers(
  { versions }: Spec,
  { storage, served, deprecated, deprecationWarning }: Version,
): (string | undefined)[] {
  // The generator assumes that a kind without a served version is a mistake.
  const isServedElsewhere = versions.some((other) => other.served);
  return [
    storage && versions.length > 1 ? printMarker('kubebuilder:storageversion') : undefined,
    !served && isServedElsewhere ? printMarker('kubebuilder:unservedversion') : undefined,
    deprecated === true ? printMarker('kubebuilder:deprecatedversion', { warning: deprecationWarning }) : undefined,
  ];
}

/** Empty if markers cannot express all columns exactly; a patch is used then. */
function columnMarkers(version: Version): readonly string[] {
  const { additionalPrinterColumns: columns = [] } = version;
  const facts = newKindFacts();
  const lines = columns.flatMap(({ name, type, jsonPath, description, format, priority }) => {
    const values = { name, type, JSONPath: jsonPath, description, format, priority };
    const line = printMarker('kubebuilder:printcolumn', values);
    return line !== undefined && isTaken(line, facts, version) ? [line] : [];
  });
  return equalJson(versionFactsAsJson(facts, true)['additionalPrinterColumns'], columns) ? lines : [];
}

/** Annotations that name the generator and its version. */
const versionAnnotations = [VERSION_ANNOTATION, 'controller-gen.kubebuilder.io/version'];

function metadataMarkers({
  metadata: { annotations = {}, labels = {} },
}: CustomResourceDefinition): (string | undefined)[] {
  const lines = (argument: string, entries: { readonly [key: string]: string }): (string | undefined)[] =>
    Object.entries(entries).map(([key, value]) =>
      printMarker('kubebuilder:metadata', { [argument]: [`${key}=${value}`] }),
    );
  const kept = Object.entries(annotations).filter(([key]) => !versionAnnotations.includes(key));
  return [...lines('annotations', Object.fromEntries(kept)), ...lines('labels', labels)];
}

function conversionMarker(conversion: DefinitionConversion | undefined): string | undefined {
  if (conversion === undefined) return undefined;
  const { strategy, webhook } = conversion;
  const { service, url } = webhook?.clientConfig ?? {};
  return printMarker('kb:conversion', {
    strategy,
    serviceName: service?.name,
    serviceNamespace: service?.namespace,
    servicePort: service?.port,
    path: service?.path,
    url,
    conversionReviewVersions: webhook === undefined ? undefined : [...webhook.conversionReviewVersions],
  });
}

/** The part of `spec` that the facts produce and that a patch may change. */
function definitionOf(facts: KindFacts, { names: { kind } }: Spec): JsonObject {
  const { names, listKind = `${kind}List`, conversion } = facts;
  return {
    ...(conversion !== undefined && { conversion: conversionAsJson(conversion) }),
    names: {
      ...(names !== undefined && names.categories.length > 0 && { categories: [...names.categories] }),
      listKind,
      ...(names !== undefined && names.shortNames.length > 0 && { shortNames: [...names.shortNames] }),
      singular: names?.singular ?? kind.toLowerCase(),
    },
  };
}

function restOfDefinition(spec: Spec): JsonObject {
  const { group: _, versions: __, scope: ___, names, ...rest } = spec;
  const { kind: ____, plural: _____, ...otherNames } = names;
  return asJson({ ...rest, names: otherNames });
}

function restOfVersion(version: Version): JsonObject {
  const { name: _, schema: __, ...rest } = version;
  return asJson(rest);
}

/** Parsed values are JSON, although their types do not say so. */
function asJson(value: object): JsonObject {
  return value as JsonObject;
}

function patchMarker(name: string, from: JsonObject, to: JsonObject): string | undefined {
  const patch = createMergePatch(from, to);
  return isJsonObject(patch) && Object.keys(patch).length > 0 ? printValue(name, patch) : undefined;
}

function printValue(name: string, value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : printMarker(name, { '': value });
}
