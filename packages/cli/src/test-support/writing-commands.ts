import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Disk } from '@kb/codegen';
import { crd, yaml } from '../external/test-support/external-project.ts';
import { type KbRun, type TestFolder, testFolder } from './run-kb.ts';

/** A call of a command that writes into a project, for tests of all of them. */
export interface WritingCommand {
  /** Its name in the table of commands. */
  readonly name: string;
  readonly words: readonly string[];
  /** The project before it. */
  readonly start: keyof typeof starts;
  /** Changes the project before the command. */
  readonly prepare?: (folder: TestFolder) => void;
  readonly env?: (folder: TestFolder) => Record<string, string>;
  /** A command after which an interrupted write has been completed or reverted. Default: `kb generate`. */
  readonly next?: readonly string[];
}

const captain = ['create', 'api', '--group', 'crew', '--kind', 'Captain', '--version'];

/** The commands that make each project. */
const starts = {
  empty: [],
  project: [['init', '--domain', 'example.com']],
  kinds: [
    ['init', '--domain', 'example.com'],
    [...captain, 'v1'],
    [...captain, 'v2'],
  ],
  controllers: [
    ['init', '--domain', 'example.com'],
    [...captain, 'v1'],
    [...captain, 'v1', '--resource=false', '--controller-name', 'captain-backup'],
  ],
  webhooks: [
    ['init', '--domain', 'example.com'],
    [...captain, 'v1'],
    [...captain, 'v2'],
    ['create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--defaulting', '--conversion'],
  ],
} as const;

/** Every command that writes into a project, some of them with several flags. */
export const writingCommands: readonly WritingCommand[] = [
  { name: 'init', words: ['--domain', 'example.com'], start: 'empty', next: ['init', '--domain', 'example.com'] },
  { name: 'create api', words: ['--group', 'crew', '--kind', 'Sailor'], start: 'project' },
  { name: 'create api', words: ['--group', 'crew', '--kind', 'Captain', '--version', 'v3'], start: 'webhooks' },
  {
    name: 'create api',
    words: ['--group', 'crew', '--kind', 'Cook', '--image', 'cook:1', '--image-container-port', '80'],
    start: 'project',
  },
  {
    name: 'create api',
    words: ['--external-api', 'theirs', '--controller'],
    start: 'project',
    prepare: (folder) => folder.write('theirs/route.yaml', yaml(crd())),
  },
  {
    name: 'create api',
    words: ['--group', 'apps', '--kind', 'Deployment', '--resource=false', '--controller-name', 'rollout'],
    start: 'kinds',
  },
  {
    name: 'create webhook',
    words: ['--kind', 'Captain', '--version', 'v1', '--defaulting', '--programmatic-validation'],
    start: 'kinds',
  },
  { name: 'create webhook', words: ['--kind', 'Captain', '--version', 'v2', '--conversion'], start: 'kinds' },
  { name: 'create webhook', words: ['--group', 'core', '--kind', 'Pod', '--defaulting'], start: 'kinds' },
  { name: 'delete api', words: ['--kind', 'Captain', '--version', 'v2'], start: 'kinds' },
  {
    name: 'delete api',
    words: ['--kind', 'Captain', '--controller-name', 'captain-backup'],
    start: 'controllers',
  },
  { name: 'delete webhook', words: ['--kind', 'Captain'], start: 'webhooks' },
  { name: 'edit', words: ['--with', 'webhook,cert-manager,prometheus'], start: 'kinds' },
  { name: 'edit', words: ['--without', 'webhook,cert-manager'], start: 'webhooks' },
  { name: 'edit', words: ['--namespaced'], start: 'webhooks' },
  { name: 'edit', words: ['--namespace', 'harbour'], start: 'webhooks' },
  { name: 'edit', words: ['--plugins', 'grafana/v1-alpha,autoupdate/v1-alpha'], start: 'kinds' },
  { name: 'update', words: [], start: 'empty', prepare: writeOldProject },
  {
    name: 'generate',
    words: ['--no-cache'],
    start: 'kinds',
    prepare: (folder) => folder.edit('packages/api/src/crew/v1/captain.types.ts', 'foo?: string', 'bar?: string'),
    next: ['create', 'api', '--group', 'crew', '--kind', 'Captain', '--version', 'v1'],
  },
  {
    name: 'import',
    words: ['theirs', '--into', 'types'],
    start: 'project',
    prepare: (folder) => folder.write('theirs/route.yaml', yaml(crd())),
  },
  {
    name: 'build-chart',
    words: [],
    start: 'project',
    prepare: writeRenderer,
    env: (folder) => ({ KUSTOMIZE: path.join(folder.path, 'render') }),
  },
  {
    name: 'edit',
    words: ['--plugins', 'helm/v2-alpha', '--output-dir', 'charts'],
    start: 'webhooks',
    prepare: writeRenderer,
    env: (folder) => ({ KUSTOMIZE: path.join(folder.path, 'render') }),
  },
  {
    name: 'build-installer',
    words: ['--image', 'example.com/crew:v1'],
    start: 'project',
    prepare: writeRenderer,
    env: (folder) => ({ KUSTOMIZE: path.join(folder.path, 'render') }),
  },
];

/** Writes a program that stands for kustomize, which not every machine has. */
function writeRenderer(folder: TestFolder): void {
  folder.write('render', '#!/bin/sh\n/bin/cat "$2/../manager/manager.yaml"\n');
  chmodSync(path.join(folder.path, 'render'), 0o755);
}

/** A project that the first version of kb made. */
function writeOldProject(folder: TestFolder): void {
  const file = path.join(import.meta.dirname, '../../testdata/scaffolds/0.1.0/several-kinds.json');
  const { files } = JSON.parse(readFileSync(file, 'utf8')) as { readonly files: Record<string, string> };
  for (const [name, content] of Object.entries(files)) folder.write(name, content);
}

/** The words of a call, such as `create api --group crew --kind Captain`. */
export function callOf({ name, words }: WritingCommand): string[] {
  return [...name.split(' '), ...words];
}

/** Runs the command in a folder. */
export async function runCommand(command: WritingCommand, folder: TestFolder, disk?: Disk): Promise<KbRun> {
  return folder.kbOn({ disk, env: command.env?.(folder) ?? {} }, ...callOf(command));
}

/** The files of the projects that were made before. */
const made = new Map<WritingCommand['start'], Promise<Readonly<Record<string, string>>>>();

/** Makes the project that a command begins with. Throws an Error if a command fails that makes it. */
export async function startOf({ start, prepare }: WritingCommand): Promise<TestFolder> {
  const files = made.get(start) ?? make(start);
  made.set(start, files);
  const folder = testFolder();
  for (const [file, content] of Object.entries(await files)) folder.write(file, content);
  prepare?.(folder);
  return folder;
}

async function make(start: WritingCommand['start']): Promise<Readonly<Record<string, string>>> {
  using folder = testFolder();
  for (const words of starts[start]) {
    const { code, err } = await folder.kb(...words);
    if (code !== 0) throw new Error(`kb ${words.join(' ')}: ${err}`);
  }
  return folder.snapshot();
}
