import type { JsonObject } from '@kb/apimachinery';
import { printYamlDocument } from '@kb/apimachinery/yaml';
import type { Describe } from '@kb/kubernetes/data';
import type { Reporter } from '../diagnostic/reporter.ts';
import type { Kind, Model } from '../model/model.ts';
import { resourceNamesOf } from '../model/resource-names.ts';
import { pluralOf } from '../naming/plural.ts';
import type { GeneratedFile } from '../write/plan-writes.ts';
import { checkNames } from './checks/check-names.ts';
import { type CrdInspector, customResourceDefinition } from './custom-resource-definition.ts';
import { createSchemaBuilder, type SchemaBuilder } from './schema/schema-builder.ts';

/** What {@link emitCrds} needs besides the model. */
export interface CrdOptions {
  /** The folder of the manifests, relative to the project's folder. */
  readonly folder: string;
  /** The folder for the CRDs of other projects' kinds, which the settings of the project's own CRDs do not affect. */
  readonly externalFolder: string;
  /** The version of kb, for the annotation. */
  readonly generatorVersion: string;
  /**
   * Copy Kubernetes' documentation into the descriptions of its own types' fields, or use what the function returns.
   */
  readonly builtInDescriptions: boolean | Describe;
  /**
   * Descriptions longer than this are cut, as by controller-gen's `maxDescLen`; 0 omits them, undefined keeps them
   * whole.
   */
  readonly maxDescriptionLength?: number | undefined;
  /** Fields of the type ObjectMeta get its whole schema instead of a bare object. Default: false. */
  readonly generateEmbeddedObjectMeta?: boolean | undefined;
  /** Written as `spec.preserveUnknownFields`; undefined omits it. */
  readonly preserveUnknownFields?: boolean | undefined;
  /** Report schemas that the API server would refuse. Default: true. */
  readonly checkSchemas?: boolean | undefined;
  readonly inspector?: CrdInspector | undefined;
  readonly reporter: Reporter;
}

/**
 * Builds the CustomResourceDefinitions of a model, one file each: `<group>_<plural>.yaml`. Those of other projects'
 * kinds go to a folder of their own, and keep the settings of these projects.
 */
export function emitCrds(model: Model, options: CrdOptions): GeneratedFile[] {
  const files: GeneratedFile[] = [];
  for (const { definition, kind, plural, isExternal } of makeCrds(model, options)) {
    const content = printYamlDocument(definition);
    const folder = isExternal ? options.externalFolder : options.folder;
    files.push({ path: `${folder}/${kind.groupVersion.group}_${plural}.yaml`, content });
    if (!isExternal) options.inspector?.definition(definition, kind, content);
  }
  return files;
}

/** A CustomResourceDefinition with the kind that it was built from. */
export interface MadeCrd {
  readonly definition: JsonObject;
  /** One of its versions. */
  readonly kind: Kind;
  readonly plural: string;
  /** True when its kind belongs to another project. */
  readonly isExternal: boolean;
}

/** Builds the CustomResourceDefinitions of a model one by one, because an API can have many large ones. */
export function* makeCrds(
  model: Model,
  { generateEmbeddedObjectMeta = false, ...options }: Omit<CrdOptions, 'folder' | 'externalFolder'>,
): Generator<MadeCrd> {
  const { builtInDescriptions, reporter } = options;
  const builderWith = (embeddedObjectMeta: boolean): SchemaBuilder =>
    createSchemaBuilder({ model, reporter, builtInDescriptions, embeddedObjectMeta });
  const builder = builderWith(generateEmbeddedObjectMeta);
  const external = {
    builder: generateEmbeddedObjectMeta ? builderWith(false) : builder,
    maxDescriptionLength: undefined,
    preserveUnknownFields: undefined,
    inspector: undefined,
  };
  const definitions = kindsByName(model.kinds, reporter);
  const isWritten = (kinds: readonly Kind[]): boolean => kinds.some(({ facts }) => !facts.skipped);
  const samePlural = checkNames(definitions.filter(isWritten), model, reporter);
  for (const kinds of definitions) {
    const isExternal = checkExternal(kinds, reporter);
    const definition = customResourceDefinition(kinds, {
      model,
      builder,
      generatorVersion: options.generatorVersion,
      maxDescriptionLength: options.maxDescriptionLength,
      preserveUnknownFields: options.preserveUnknownFields,
      checkSchemas: options.checkSchemas ?? true,
      inspector: options.inspector,
      reporter,
      ...(isExternal && external),
    });
    const [first] = kinds;
    if (definition === undefined || first === undefined || samePlural.has(first)) continue;
    const plural = resourceNamesOf(kinds, reporter).plural ?? pluralOf(first.name);
    yield { definition, kind: first, plural, isExternal };
  }
}

/** True for a kind of another project. Reports a kind that belongs to another project in one version only. */
function checkExternal(kinds: readonly Kind[], reporter: Reporter): boolean {
  const external = kinds.find(({ groupVersion }) => groupVersion.external);
  const own = kinds.find(({ groupVersion }) => !groupVersion.external);
  if (external !== undefined && own !== undefined) {
    reporter.report(own.span, {
      code: 'KB_CONFLICTING_MARKERS',
      message: `${own.name} of ${own.groupVersion.group} belongs to this project here, and to another one in ${external.groupVersion.folder}, which is +kb:external`,
      hint: 'write // +kb:external in a free-standing comment in the folder of every version, or of none',
    });
  }
  return external !== undefined;
}

/** Groups kinds by name, with their versions. Reports a kind that is declared twice in one version. */
function kindsByName(kinds: readonly Kind[], reporter: Reporter): Kind[][] {
  const byName = new Map<string, Kind[]>();
  for (const kind of kinds) {
    const { group, version } = kind.groupVersion;
    const versions = byName.get(`${group}/${kind.name}`) ?? [];
    byName.set(`${group}/${kind.name}`, versions);
    const twin = versions.find((other) => other.groupVersion.version === version);
    if (twin === undefined) versions.push(kind);
    else {
      reporter.report(kind.span, {
        code: 'KB_DUPLICATE_KIND',
        message: `${kind.name} of ${group}/${version} is declared in ${twin.span.file} too`,
        hint: 'a version can declare a kind once: remove one, or give it another name, group or version',
      });
    }
  }
  return [...byName.values()];
}
