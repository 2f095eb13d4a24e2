import type { Reporter } from '../diagnostic/reporter.ts';
import type { Kind, Model } from '../model/model.ts';
import { resourceNamesOf } from '../model/resource-names.ts';
import { pluralOf } from '../naming/plural.ts';
import type { GeneratedFile } from '../write/plan-writes.ts';
import { printYamlDocument } from '../yaml/print-yaml.ts';
import { checkNames } from './check-names.ts';
import { customResourceDefinition } from './custom-resource-definition.ts';
import { createSchemaBuilder } from './schema-builder.ts';

/** What {@link emitCrds} needs besides the model. */
export interface CrdOptions {
  /** The folder of the manifests, relative to the project's folder. */
  readonly folder: string;
  /** Version of kb, for the annotation. */
  readonly generatorVersion: string;
  readonly builtInDescriptions: boolean;
  /** Descriptions longer than this are cut, 0 leaves them out: controller-gen's `maxDescLen`. Undefined: they stay whole. */
  readonly maxDescriptionLength?: number | undefined;
  /** Fields of the type ObjectMeta get its whole schema instead of a bare object. Default: false. */
  readonly generateEmbeddedObjectMeta?: boolean | undefined;
  /** Written as `spec.preserveUnknownFields`. Undefined: not written. */
  readonly preserveUnknownFields?: boolean | undefined;
  /** Report schemas that the API server would refuse. Default: true. */
  readonly checkSchemas?: boolean | undefined;
  readonly reporter: Reporter;
}

/** The CustomResourceDefinitions of a model, one file each: `<group>_<plural>.yaml`. */
export function emitCrds(
  model: Model,
  { folder, generateEmbeddedObjectMeta = false, ...options }: CrdOptions,
): GeneratedFile[] {
  const { builtInDescriptions, reporter } = options;
  const builder = createSchemaBuilder({
    model,
    reporter,
    builtInDescriptions,
    embeddedObjectMeta: generateEmbeddedObjectMeta,
  });
  const files: GeneratedFile[] = [];
  const definitions = kindsByName(model.kinds, reporter);
  const isWritten = (kinds: readonly Kind[]): boolean => kinds.some(({ facts }) => !facts.skipped);
  const samePlural = checkNames(definitions.filter(isWritten), model, reporter);
  for (const kinds of definitions) {
    const definition = customResourceDefinition(kinds, {
      model,
      builder,
      generatorVersion: options.generatorVersion,
      maxDescriptionLength: options.maxDescriptionLength,
      preserveUnknownFields: options.preserveUnknownFields,
      checkSchemas: options.checkSchemas ?? true,
      reporter,
    });
    const [first] = kinds;
    if (definition === undefined || first === undefined || samePlural.has(first)) continue;
    const plural = resourceNamesOf(kinds, reporter).plural ?? pluralOf(first.name);
    files.push({
      path: `${folder}/${first.groupVersion.group}_${plural}.yaml`,
      content: printYamlDocument(definition),
    });
  }
  return files;
}

/** The versions of each kind together. Reports a kind that is there twice in one version. */
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
        code: 'duplicate-kind',
        message: `${kind.name} of ${group}/${version} is declared in ${twin.span.file} too`,
        hint: 'a kind is there once in each version: remove one, or give it another name, group or version',
      });
    }
  }
  return [...byName.values()];
}
