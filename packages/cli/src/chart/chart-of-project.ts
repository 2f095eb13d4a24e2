import type { JsonValue, KubernetesObject } from '@kb/apimachinery';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { parse } from 'yaml';
import { CliError } from '../cli-error.ts';
import { managerDeployment } from '../deploy/image.ts';
import type { Manifest } from '../manifests/manifests.ts';
import type { OpenProject } from '../open-project.ts';
import type { ChartOptions } from '../scaffold/plugins/chart-record.ts';
import { type ChartNames, chartNames } from './objects/chart-names.ts';
import { releasedManager } from './objects/manager-deployment.ts';
import { conditionsOf, fileOf, objectTemplate, suffixOf } from './objects/object-template.ts';
import { releasedObject } from './objects/released-object.ts';
import type { Variant } from './render-variants.ts';
import { explained, mergeVariants, UnexplainedDifference } from './template/merge-variants.ts';
import { type Mask, unwrapped } from './template/conditions.ts';
import { printTemplate } from './template/print-template.ts';
import { literal, type Template } from './template/template.ts';
import { chartDefinition, HELM_IGNORE, helpers, notes } from './values/chart-files.ts';
import { chartValues, type ValueFacts, valueRules } from './values/chart-values.ts';
import { crdsChartFiles, namesOfCrdsChart } from './values/crds-chart-files.ts';
import { printValues, printValuesSchema } from './values/value-definition.ts';

/** The charts of a project, and what could not be taken over. */
export interface Charts {
  /** The files of the operator's chart, by their paths in its folder. */
  readonly operator: ChartFiles;
  /** Those of the CRDs' chart. Empty: the CRDs are in the operator's. */
  readonly crds: ChartFiles;
  readonly warnings: readonly string[];
}

type ChartFiles = Readonly<Record<string, string>>;

type ObjectOfManifest = Manifest['object'];

/** An object of the renderings. */
interface MergedObject {
  readonly object: ObjectOfManifest;
  /** The condition of its part. Empty: always there. */
  readonly when: string;
  readonly node: Template;
}

/**
 * Makes the chart of a project from what `config/default` renders, and if asked another one of its CRDs. Throws a
 * CliError if there is no Deployment of the operator.
 */
export function chartsOfProject(
  { project, reader }: Pick<OpenProject, 'project' | 'reader'>,
  variants: readonly [Variant, ...Variant[]],
  { crdsChart }: Pick<ChartOptions, 'crdsChart'>,
): Charts {
  const [current] = variants;
  const manifests = current.objects.map((object) => ({ file: '', object }));
  const manager = managerDeployment(manifests)?.object;
  if (manager === undefined) {
    throw new CliError('KB_MANAGER_NOT_FOUND', 'the rendered manifests have no Deployment of the operator', {
      hint: 'Expected one Deployment with the label control-plane: controller-manager, and a container named manager.',
    });
  }
  const kustomization: unknown = parse(reader.read(`${project.paths.config}/default/kustomization.yaml`) ?? '');
  const all = variants.flatMap(({ objects }) => objects);
  const names = chartNames(project.projectName, prefixIn(kustomization), manager, all);
  const merged = mergedObjects(variants).filter(({ object }) => !isNamespaceOf(object, names));
  const { kept, warnings } = withoutCustomObjects(merged);
  const ofOperator = crdsChart ? kept.filter((one) => !isDefinition(one)) : kept;
  const released = ofOperator.map((one) => ({ ...one, node: releasedObject(one.node, one.object.kind, names) }));
  const deployment = released.find(({ object }) => keyOf(object) === keyOf(manager));
  const { node, defaults } = releasedManager(deployment?.node ?? literal(null), names);
  const templates = new Map<string, string>();
  for (const one of released) {
    const isManager = one === deployment;
    const source = isManager ? node : objectTemplate({ ...one, names, ports: defaults.ports });
    const conditions = isManager ? ['.Values.manager.enabled'] : conditionsOf(one.object, names, defaults.ports);
    const file = isManager ? 'manager/manager.yaml' : freeName(fileOf(one.object, names), one.object, templates);
    templates.set(file, withCondition([one.when, ...conditions], printTemplate(source)));
  }
  const facts: ValueFacts = {
    manager: defaults,
    switches: new Set(variants.flatMap(({ parts }) => [...parts])),
    parts: current.parts,
    hasCrds: ofOperator.some(isDefinition),
    hasHelperRoles: kept.some(({ object }) => conditionsOf(object, names, defaults.ports).includes(HELPERS)),
    hasAccount: names.serviceAccount !== undefined,
  };
  const crds = crdsChart ? filesOfCrds(kept.filter(isDefinition), names, facts) : {};
  const shared = sharedFiles(names, suffixOf(manager, names), facts, crdsChart);
  return { operator: { ...shared, ...inTemplates(templates) }, crds, warnings };
}

function isDefinition({ object }: MergedObject): boolean {
  return object.kind === 'CustomResourceDefinition';
}

/** The chart of the CRDs, whose templates are those of the operator's chart, without the condition `crd.enabled`. */
function filesOfCrds(definitions: readonly MergedObject[], operator: ChartNames, facts: ValueFacts): ChartFiles {
  const names = namesOfCrdsChart(operator);
  const templates = new Map(
    definitions.map(({ object, when, node }) => {
      const released = releasedObject(node, object.kind, names);
      const source = objectTemplate({ object, node: released, names, ports: facts.manager.ports });
      return [fileOf(object, names), withCondition([when], printTemplate(source))] as const;
    }),
  );
  return { ...crdsChartFiles(names, facts, [...templates.values()]), ...inTemplates(templates) };
}

const HELPERS = '.Values.rbac.helpers.enabled';

function sharedFiles(
  names: ChartNames,
  manager: string,
  facts: ValueFacts,
  crdsChart: boolean,
): Record<string, string> {
  const { chart, serviceAccount, prefix } = names;
  const values = chartValues(facts);
  return {
    'Chart.yaml': chartDefinition(chart, `The operator ${chart}.`),
    '.helmignore': HELM_IGNORE,
    'values.yaml': printValues(`The values of the chart ${chart}; values.schema.json describes them.`, values),
    'values.schema.json': printValuesSchema(values, valueRules(facts)),
    'templates/_helpers.tpl': helpers(chart, serviceAccount?.slice(prefix.length)),
    'templates/NOTES.txt': notes(chart, manager, { hasCrds: facts.hasCrds, crdsChart }),
  };
}

function inTemplates(templates: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...templates].map(([file, content]) => [`templates/${file}`, content]));
}

function prefixIn(kustomization: unknown): string {
  const isThere = typeof kustomization === 'object' && kustomization !== null && 'namePrefix' in kustomization;
  return isThere ? String(kustomization.namePrefix) : '';
}

/** The objects of all renderings, each with the condition under which it is there. */
function mergedObjects(variants: readonly Variant[]): MergedObject[] {
  const parts = variants.map((variant) => variant.parts);
  const everywhere: Mask = variants.map(() => true);
  const byKey = variants.map(({ objects }) => new Map(objects.map((object) => [keyOf(object), object])));
  const keys = [...new Set(byKey.flatMap((map) => [...map.keys()]))];
  return keys.map((key): MergedObject => {
    const objects = byKey.map((map) => map.get(key));
    const [object] = objects.filter((one) => one !== undefined);
    if (object === undefined) throw new Error(`${key} is in no rendering`);
    const values = objects.map((one, index) => one && plain(one, parts[index]?.has('webhook') === true));
    const mask = objects.map((one) => one !== undefined);
    try {
      return { object, when: explained(mask, everywhere, parts), node: mergeVariants(values, mask, parts) };
    } catch (error) {
      if (!(error instanceof UnexplainedDifference)) throw error;
      throw new CliError('KB_KUSTOMIZATION_INVALID', `${key} differs with parts in a way that no chart can express`, {
        hint: 'Compare what kustomize renders with one part and with several: see "kb edit --help".',
      });
    }
  });
}

/** Plain JSON of an object. Without webhooks nothing converts the versions of a CRD. */
function plain(object: ObjectOfManifest, hasWebhooks: boolean): JsonValue {
  const copy = parseJson(stringifyJson(object)) as JsonValue & { spec?: { conversion?: unknown } };
  if (object.kind === 'CustomResourceDefinition' && !hasWebhooks) delete copy.spec?.conversion;
  return copy;
}

function keyOf({ apiVersion, kind, metadata }: ObjectOfManifest): string {
  return `${kind}.${groupIn(apiVersion)} ${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}

function groupIn(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** The namespace is that of the release, which Helm creates when asked. */
function isNamespaceOf({ kind, metadata }: ObjectOfManifest, { namespace }: ChartNames): boolean {
  return kind === 'Namespace' && metadata.name === namespace;
}

/** Objects of the project's own kinds cannot be in the chart: their definitions are installed together with them. */
function withoutCustomObjects(merged: readonly MergedObject[]): { kept: MergedObject[]; warnings: string[] } {
  const defined = new Set(
    merged.flatMap(({ object }) => (object.kind === 'CustomResourceDefinition' ? kindIn(object) : [])),
  );
  const isCustom = ({ object }: MergedObject): boolean => defined.has(`${object.kind}.${groupIn(object.apiVersion)}`);
  const warnings = merged
    .filter(isCustom)
    .map(({ object }) => `${object.kind} ${object.metadata.name ?? ''} is not in the chart, which installs its kind.`);
  return { kept: merged.filter((one) => !isCustom(one)), warnings };
}

function kindIn(object: KubernetesObject | ObjectOfManifest): string {
  const { spec } = object as { spec?: { group?: string; names?: { kind?: string } } };
  return `${spec?.names?.kind ?? ''}.${spec?.group ?? ''}`;
}

function withCondition(conditions: readonly string[], text: string): string {
  const real = [...new Set(conditions.filter((one) => one !== ''))];
  if (real.length === 0) return text;
  const [first = ''] = real;
  return `{{- if ${real.length === 1 ? unwrapped(first) : `and ${real.join(' ')}`} }}\n${text}{{- end }}\n`;
}

/** Roles and ClusterRoles can have one name. */
function freeName(file: string, { kind }: ObjectOfManifest, there: ReadonlyMap<string, string>): string {
  return there.has(file) ? file.replace(/\.yaml$/, `-${kind.toLowerCase()}.yaml`) : file;
}
