import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRendered, type Rendered } from './rendered.ts';

/** The folders whose rendering is compared. */
export const folders = ['config/default', 'config/crd'] as const;

/** What the kustomizations of a project render. */
export type RenderedFolders = Readonly<Record<(typeof folders)[number], Rendered>>;

/** What kubebuilder scaffolds for a project of its `generate.sh`. */
export interface Recording {
  readonly name: string;
  /** Every command of the script, as arguments of kubebuilder. */
  readonly commands: readonly (readonly string[])[];
  /** The commands that kb does not have yet, by their index, with what is missing: they were left out. */
  readonly leftOut: Readonly<Record<string, string>>;
  /** What the other commands give. */
  readonly rendered: RenderedFolders;
}

/** What a project renders that cannot be made. */
export const nothingRendered: RenderedFolders = { 'config/default': {}, 'config/crd': {} };

/** The names of the projects. */
export const projects = ['project-v4', 'project-v4-multigroup', 'project-v4-with-plugins'] as const;

const kept = fileURLToPath(new URL('../../../kubebuilder/testdata', import.meta.url));
const fileOf = (name: string): string => path.join(kept, `${name}.json`);

/** Reads the recording of a project; undefined if there is none. */
export function readRecording(name: string): Recording | undefined {
  return existsSync(fileOf(name)) ? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as Recording) : undefined;
}

/** Keeps the recording of a project. */
export function writeRecording(recording: Recording): void {
  writeFileSync(fileOf(recording.name), `${JSON.stringify(recording, null, 1)}\n`);
}

/** Renders the folders that are compared. `render` resolves with what kustomize prints of one. */
export async function renderFolders(render: (folder: string) => Promise<string>): Promise<RenderedFolders> {
  const [all, crds] = folders;
  return { [all]: readRendered(await render(all)), [crds]: readRendered(await render(crds)) };
}
