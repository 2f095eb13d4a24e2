import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exactDescriptionOf } from '@kb/kubernetes/data';
import { parse } from 'yaml';
import {
  defaultProjectPaths,
  fileSystemReader,
  formatDiagnostics,
  generate,
  type GenerateSettings,
  hasErrors,
  type ProjectFile,
} from '../index.ts';

/** The files of controller-gen's own test suite, beside this repository: read in place, never copied. */
export const corpus: string = path.join(import.meta.dirname, '../../../../../shared/corpus/controller-gen');

/** The folder of the types in TypeScript: a package for each of its folders. */
export const corpusTwinFolder: string = path.join(import.meta.dirname, '../testdata/corpus');

/**
 * Go types of controller-gen's own test suite, rewritten in TypeScript without their descriptions, and controller-gen's
 * output for them.
 */
export interface CorpusTwin {
  readonly name: string;
  /** Folder of {@link corpusTwinFolder}. */
  readonly api: string;
  /** The options of controller-gen. */
  readonly generate: GenerateSettings;
  /** Maps kb's files to the files of the corpus. */
  readonly files: Readonly<Record<string, string>>;
  readonly compared: Compared;
  /**
   * The sources of description texts: maps the package's folder to a file of the corpus. The TypeScript sources have
   * placeholders (`${spec.replicas}`), because the texts are not copied. If only the structure is compared, there are
   * placeholders only for Kubernetes' own texts.
   */
  readonly descriptionsFrom: Readonly<Record<string, string>>;
}

/**
 * What is compared of a manifest. Kubernetes' own descriptions, which kb does not contain, are compared by their
 * digests:
 *
 * - `structure`: everything but the descriptions from the Go types;
 * - `descriptions`: these too;
 * - `bytes`: the whole file;
 * - `schemas`: the output of controller-gen's schema patcher: it replaces the schemas in an existing file, and keeps
 *   the rest.
 */
export type Compared = 'structure' | 'descriptions' | 'bytes' | 'schemas';

const group = 'testdata.kubebuilder.io';
const gen = {
  foo: 'crd/testdata/gen/bar.example.com_foos.yaml',
  zoo: 'crd/testdata/gen/zoo/bar.example.com_zoos.yaml',
};
const patcherGroup = 'kubebuilder.schemapatcher.controller-tools.sigs.k8s.io';
const applyFolder = 'applyconfiguration/testdata/cronjob/api/v1';

/** Every twin of the corpus. */
export const corpusTwins: readonly CorpusTwin[] = [
  twin('cron jobs in three versions, and jobs', 'cronjob', inTestdata('cronjobs', 'jobs'), {
    generate: { allowDangerousTypes: true },
    descriptionsFrom: { v1: `crd/testdata/${group}_cronjobs.yaml` },
  }),
  twin('immutable fields', 'immutable', inTestdata('immutabletypes')),
  twin('enums', 'enum', inTestdata('enums')),
  twin('external documentation', 'external-docs', inTestdata('externaldocs')),
  twin('one of several fields', 'one-of', inTestdata('oneofs')),
  twin('no group', 'no-group', { '_cronjobs.yaml': 'crd/testdata/testdata._cronjobs.yaml' }),
  twin('an irregular plural', 'plural', {
    'plural.example.com_testquotas.yaml': 'crd/testdata/plural/plural.example.com_testquotas.yaml',
  }),
  twin('several versions', 'multiple-versions', {
    [`${group}_versionedresources.yaml`]: `crd/testdata/multiple_versions/${group}_versionedresources.yaml`,
  }),
  twin(
    'two kinds, versions named after folders',
    'gen',
    { 'bar.example.com_foos.yaml': gen.foo, 'bar.example.com_zoos.yaml': gen.zoo },
    { compared: 'descriptions', descriptionsFrom: gen },
  ),
  twin(
    'descriptions of 50 characters',
    'gen',
    { 'bar.example.com_foos.yaml': 'crd/testdata/gen/bar.example.com_foos_maxdesclen.yaml' },
    { compared: 'bytes', descriptionsFrom: gen, generate: { maxDescriptionLength: 50 } },
  ),
  twin(
    'the kinds of the apply configurations',
    'apply-configuration',
    {
      [`${group}_cronjobs.yaml`]: `${applyFolder}/${group}_cronjobs.yaml`,
      [`${group}_clusterscopedresources.yaml`]: `${applyFolder}/${group}_clusterscopedresources.yaml`,
    },
    { generate: { allowDangerousTypes: true }, descriptionsFrom: { v1: `${applyFolder}/${group}_cronjobs.yaml` } },
  ),
  twin(
    'patched schemas',
    'schema-patch',
    {
      [`${patcherGroup}_examples.yaml`]: 'schemapatcher/testdata/expected/kubebuilder-example-crd.v1.yaml',
      [`${patcherGroup}_unchangeds.yaml`]: 'schemapatcher/testdata/expected/kubebuilder-unchanged-crd.yaml',
    },
    { compared: 'schemas' },
  ),
];

/** Generates a twin's manifests, by file name. Throws when anything is reported. */
export async function generateCorpusTwin(of: CorpusTwin): Promise<ReadonlyMap<string, string>> {
  const { read, list } = fileSystemReader(corpusTwinFolder);
  const reader = {
    list,
    read(file: string) {
      if (file === `${of.api}/package.json`) return '{ "name": "@corpus/api" }';
      const text = read(file);
      const from = Object.entries(of.descriptionsFrom).find(([folder]) => file.includes(`/${folder}/`));
      return text === undefined || from === undefined ? text : withDescriptions(text, from[1]);
    },
  };
  const project: ProjectFile = {
    version: '3',
    domain: 'example.com',
    repo: '',
    projectName: 'corpus',
    layout: [],
    paths: { ...defaultProjectPaths, api: [of.api], controller: [] },
    generate: of.generate,
    resources: [],
  };
  const builtInDescriptions = of.compared === 'bytes' ? true : exactDescriptionOf;
  const { files, diagnostics } = await generate({ root: corpusTwinFolder, project, reader, builtInDescriptions });
  if (hasErrors(diagnostics)) throw new Error(`${of.api}:\n${formatDiagnostics(diagnostics)}`);
  return new Map(
    files.filter((file) => file.path.endsWith('.yaml')).map((file) => [path.basename(file.path), file.content]),
  );
}

/** Inserts the descriptions of the corpus at the placeholders in the sources. */
function withDescriptions(source: string, file: string): string {
  const definition: unknown = parse(readFileSync(path.join(corpus, file), 'utf8'));
  const root = ['spec', 'versions', '0', 'schema', 'openAPIV3Schema'];
  return source.replaceAll(/\$\{(.*?)\}/g, (_, place: string) => {
    const steps = place.split('.').flatMap((name) => ['properties', name]);
    const description = [...root, ...steps, 'description'].reduce<unknown>(
      (value, name) => (value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined),
      definition,
    );
    if (typeof description !== 'string') throw new Error(`${file} has no description of ${place}`);
    return description.split('\n').join('\n   * ');
  });
}

function twin(
  name: string,
  api: string,
  files: CorpusTwin['files'],
  other: Partial<Omit<CorpusTwin, 'name' | 'api' | 'files'>> = {},
): CorpusTwin {
  return { name, api, files, generate: {}, compared: 'structure', descriptionsFrom: {}, ...other };
}

function inTestdata(...plurals: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    plurals.map((plural) => [`${group}_${plural}.yaml`, `crd/testdata/${group}_${plural}.yaml`]),
  );
}
