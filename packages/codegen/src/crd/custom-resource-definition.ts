import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { applyMergePatch } from '@kb/apimachinery/patch';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Reporter } from '../diagnostic/reporter.ts';
import { VERSION_ANNOTATION } from '../marks/generated-marks.ts';
import { type KindWideFacts, kindWideFactsOf } from '../model/kind-wide-facts.ts';
import type { Kind, Model } from '../model/model.ts';
import { resourceNamesOf } from '../model/resource-names.ts';
import { pluralOf } from '../naming/plural.ts';
import { checkSchema } from './checks/check-schema.ts';
import { checkSelectableFields } from './checks/check-selectable-fields.ts';
import { createSizeCheck } from './checks/check-size.ts';
import { limitDescriptions } from './limit-descriptions.ts';
import { conversionAsJson, versionFactsAsJson } from './facts-as-json.ts';
import type { SchemaBuilder } from './schema/schema-builder.ts';
import { schemaAsJson } from './schema-json.ts';

/** Receives the CustomResourceDefinitions of the project's own kinds as they are built. */
export interface CrdInspector {
  /** Called with a version: its entry in the CustomResourceDefinition, patches included, and its schema. */
  readonly version: (version: JsonObject, schema: JsonSchemaProps, kind: Kind) => void;
  /** Called with the whole definition and its printed form. */
  readonly definition: (definition: JsonObject, kind: Kind, yaml: string) => void;
}

/** What {@link customResourceDefinition} needs besides the kind. */
export interface DefinitionOptions {
  readonly model: Model;
  readonly builder: SchemaBuilder;
  readonly generatorVersion: string;
  /** Descriptions with more bytes than this are cut; 0 omits them, undefined keeps them whole. */
  readonly maxDescriptionLength: number | undefined;
  /** `spec.preserveUnknownFields`; undefined omits it. */
  readonly preserveUnknownFields: boolean | undefined;
  /** Report schemas that the API server would refuse. */
  readonly checkSchemas: boolean;
  readonly inspector: CrdInspector | undefined;
  readonly reporter: Reporter;
}

/**
 * Builds the CustomResourceDefinition of one kind. `kinds` are its versions. Reports versions that contradict each
 * other, and schemas that the API server would refuse.
 */
export function customResourceDefinition(kinds: readonly Kind[], options: DefinitionOptions): JsonObject | undefined {
  const { generatorVersion, preserveUnknownFields, reporter } = options;
  const shown = kinds.filter(({ facts }) => !facts.skipped);
  const [first] = shown;
  if (first === undefined) return undefined;
  checkVersions(shown, reporter);
  const names = resourceNamesOf(kinds, reporter);
  const wide = kindWideFactsOf(kinds, reporter);
  const { listKind = `${first.name}List`, conversion, annotations, labels } = wide;
  checkKindWideFacts(first, wide, reporter);
  const { group } = first.groupVersion;
  const single = shown.length === 1;
  const isStorable = createSizeCheck(options.model, reporter);
  const plural = names.plural ?? pluralOf(first.name);
  const spec: JsonObject = {
    ...(conversion !== undefined && { conversion: conversionAsJson(conversion) }),
    group,
    names: {
      ...(names.categories.length > 0 && { categories: [...names.categories] }),
      kind: first.name,
      listKind,
      plural,
      ...(names.shortNames.length > 0 && { shortNames: [...names.shortNames] }),
      singular: names.singular ?? first.name.toLowerCase(),
    },
    ...(preserveUnknownFields !== undefined && { preserveUnknownFields }),
    scope: names.scope,
    versions: inOrder(shown, wide, reporter).map((kind) => versionOf(kind, { ...options, single, isStorable })),
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      annotations: { ...Object.fromEntries(annotations), [VERSION_ANNOTATION]: generatorVersion },
      ...(labels.size > 0 && { labels: Object.fromEntries(labels) }),
      name: `${plural}.${group}`,
    },
    spec: patched(spec, wide.definitionPatch),
  };
}

function patched(value: JsonObject, patch: JsonObject | undefined): JsonObject {
  const result = patch === undefined ? value : applyMergePatch(value, patch);
  return isJsonObject(result) ? result : value;
}

/** Sorts the versions into the order of the marker. Reports versions that the marker does not name. */
function inOrder(kinds: readonly Kind[], { versionOrder }: KindWideFacts, reporter: Reporter): readonly Kind[] {
  if (versionOrder === undefined) return kinds;
  const placeOf = ({ groupVersion }: Kind): number => versionOrder.indexOf(groupVersion.version);
  for (const kind of kinds) {
    if (placeOf(kind) !== -1) continue;
    reporter.report(kind.span, {
      code: 'KB_VERSION_FLAGS',
      message: `+kb:versions of ${kind.name} does not name ${kind.groupVersion.version}, which is one of its versions`,
      hint: `name every version, in their order: ${[...versionOrder, kind.groupVersion.version].join(';')}`,
    });
  }
  return kinds.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function checkKindWideFacts({ name, span }: Kind, { listKind, annotations }: KindWideFacts, reporter: Reporter): void {
  if (listKind === name) {
    reporter.report(span, {
      code: 'KB_INVALID_NAME',
      message: `the kind ${name} and its list kind have the same name`,
    });
  }
  if (annotations.has(VERSION_ANNOTATION)) {
    reporter.report(span, {
      code: 'KB_CONFLICTING_MARKERS',
      message: `+kubebuilder:metadata of ${name} has the annotation ${VERSION_ANNOTATION}, which kb sets itself`,
    });
  }
}

function checkVersions(kinds: readonly Kind[], reporter: Reporter): void {
  const [first] = kinds;
  if (first === undefined) return;
  const stored = kinds.filter(({ facts }) => facts.storage);
  if (kinds.length > 1 && stored.length === 0) {
    reporter.report(first.span, {
      code: 'KB_VERSION_FLAGS',
      message: `none of the versions of ${first.name} is stored`,
      hint: 'mark one of them with // +kubebuilder:storageversion',
    });
  }
  for (const { span, name } of stored.slice(1)) {
    reporter.report(span, {
      code: 'KB_VERSION_FLAGS',
      message: `two versions of ${name} are marked as the one that is stored`,
      hint: 'keep +kubebuilder:storageversion on one of them',
    });
  }
  if (kinds.every(({ facts }) => !facts.served)) {
    reporter.report(first.span, {
      code: 'KB_VERSION_FLAGS',
      message: `no version of ${first.name} is served`,
      hint: 'take +kubebuilder:unservedversion away from one of them',
    });
  }
}

/** What {@link versionOf} needs besides the kind. */
interface VersionOptions extends DefinitionOptions {
  /** Whether it is the only version. */
  readonly single: boolean;
  readonly isStorable: ReturnType<typeof createSizeCheck>;
}

function versionOf(kind: Kind, options: VersionOptions): JsonObject {
  const { facts, groupVersion } = kind;
  const { model, single, maxDescriptionLength, checkSchemas, reporter } = options;
  const made = options.builder.rootSchemaOf(kind);
  const json = schemaAsJson(limitDescriptions(made ?? {}, maxDescriptionLength));
  // The rest visits each use of each type.
  const schema = options.isStorable(json, kind) ? made : undefined;
  if (schema !== undefined && checkSchemas) {
    checkSchema(schema, kind, model, reporter);
    checkSelectableFields(kind, schema, reporter);
  }
  const version: JsonObject = {
    ...versionFactsAsJson(facts, single),
    name: groupVersion.version,
    schema: { openAPIV3Schema: schema === undefined ? {} : json },
  };
  const whole = patched(version, facts.versionPatch);
  if (schema !== undefined) options.inspector?.version(whole, schema, kind);
  return whole;
}
