import { printYaml } from '@kb/apimachinery/yaml';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { defaultProjectPaths, fileSystemReader, type ProjectFile, type SourceReader } from '../index.ts';
import { type PipelineResult, runPipeline } from '../pipeline.ts';

const testdata = path.join(import.meta.dirname, '../testdata');

/** controller-gen's output for its own tests, in the corpus beside this repository. */
export const manifestCorpus: string = path.join(import.meta.dirname, '../../../../../shared/corpus/controller-gen');

/** The webhook markers of controller-gen's own tests, in TypeScript: folders of `corpus-webhook`. */
export const webhookTwins: readonly string[] = readdirSync(path.join(testdata, 'corpus-webhook')).sort();

const project: ProjectFile = {
  version: '3',
  domain: 'example.com',
  repo: '',
  projectName: 'twin',
  layout: [],
  paths: { ...defaultProjectPaths, api: [], config: 'none' },
  resources: [],
};

/** Generates roles and webhooks from folders with markers. */
export function runManifestTwins(
  controllers: readonly string[],
  reader: SourceReader = fileSystemReader(testdata),
): PipelineResult {
  const paths = { ...project.paths, controller: [...controllers] };
  const options = { project: { ...project, paths }, bareFolders: true, client: false, builtInDescriptions: false };
  return runPipeline({ ...options, root: testdata, reader });
}

/** A manifest of the corpus as a generator prints it: some were later edited by hand. */
export function printedManifest(file: string): string {
  const documents = parseAllDocuments(readFileSync(path.join(manifestCorpus, file), 'utf8'));
  return documents.map((document) => `---\n${printYaml(document.toJS())}`).join('');
}

/** controller-gen's output for a folder of `corpus-webhook`. */
export function expectedWebhooks(name: string): string {
  return printedManifest(`webhook/testdata/${name === 'without-folder' ? '' : `${name}/`}manifests.yaml`);
}

/** Pairs the corpus's webhooks and roles with kb's. */
export function compareManifests(): { readonly name: string; readonly expected: string; readonly given: string }[] {
  const given = (folder: string): string =>
    runManifestTwins([folder])
      .files.map(({ content }) => content)
      .join('');
  return [
    ...webhookTwins
      .filter((name) => !name.startsWith('invalid-'))
      .map((name) => ({
        name: `webhooks ${name}`,
        expected: expectedWebhooks(name),
        given: given(`corpus-webhook/${name}`),
      })),
    { name: 'roles', expected: printedManifest('rbac/testdata/role.yaml'), given: given('corpus-rbac') },
  ];
}
