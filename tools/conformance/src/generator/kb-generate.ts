import { basename } from 'node:path';
import { withGoAnnotation } from '../../../../packages/codegen/src/test-support/compare-twin.ts';
import { digestOfDescription } from '../../../../packages/codegen/src/test-support/digest-of-description.ts';
import {
  defaultProjectPaths,
  formatDiagnostics,
  generate,
  hasErrors,
  memoryReader,
  type ProjectFile,
} from '@kb/codegen';

/** The output of kb for one model. */
export interface KbAnswer {
  /** Manifests: file name to text, with controller-gen's annotation instead of kb's. */
  readonly files: ReadonlyMap<string, string>;
  /** Empty: no error. */
  readonly errors: string;
}

const project: ProjectFile = {
  version: '3',
  domain: 'example.com',
  repo: '',
  projectName: 'model',
  layout: [],
  paths: { ...defaultProjectPaths, api: ['api'], client: 'client', controller: ['controller'], config: 'config' },
  resources: [],
};

/**
 * Runs kb on the sources of an API package, which are in memory. Descriptions inside built-in types are digests, as the
 * oracle has them.
 */
export async function kbGenerate(sources: ReadonlyMap<string, string>): Promise<KbAnswer> {
  const files = Object.fromEntries([...sources].map(([file, text]) => [`api/src/${file}`, text]));
  const reader = memoryReader({ ...files, 'api/package.json': '{ "name": "@model/api" }' });
  const result = await generate({
    root: '/model',
    project,
    reader,
    builtInDescriptions: digestOfDescription,
    checkSchemas: false,
  });
  return {
    files: new Map(
      result.files.flatMap(({ path, content }) =>
        path.endsWith('.yaml') ? [[basename(path), withGoAnnotation(content)] as const] : [],
      ),
    ),
    errors: hasErrors(result.diagnostics) ? formatDiagnostics(result.diagnostics) : '',
  };
}
