import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputFolders, PROJECT_FILE_NAME } from '@kb/codegen';
import { isInside } from '../../folder-paths.ts';
import type { OpenProject } from '../../open-project.ts';

/** What a changed file of a project means for a session. */
export interface ChangedSources {
  /** Types, or the project file: files are generated before anything else. */
  readonly types: readonly string[];
  /** TypeScript of the operator. */
  readonly code: readonly string[];
  /** CRDs, roles and webhook configurations. */
  readonly manifests: readonly string[];
  readonly samples: readonly string[];
  /** What is installed in `node_modules`. */
  readonly installed: boolean;
}

/** Where the sources of a project are. */
export interface ProjectSources {
  /** The folders and files to watch, absolute. */
  readonly places: readonly string[];
  /** The folders of the packages with types and of those with controllers, absolute. */
  readonly checked: readonly string[];
  /** Whether a file (absolute) belongs to the project, and is not installed. */
  readonly isOwn: (file: string) => boolean;
  /** Sorts changed files by what they mean. */
  readonly sort: (files: readonly string[]) => ChangedSources;
}

/** Finds the sources of a project. */
export function projectSources({ root, project }: Pick<OpenProject, 'root' | 'project'>): ProjectSources {
  const absolute = (folder: string): string => path.join(root, folder);
  const { paths } = project;
  const { crd, externalCrd, rbac, webhook } = outputFolders(paths);
  const api = paths.api.map(absolute);
  const checked = [...new Set([...api, ...paths.controller.map(absolute)])];
  const packages = [...checked, absolute(paths.client)];
  const manifests = [...new Set([crd, externalCrd, rbac, webhook, path.join(paths.config, 'crd')].map(absolute))];
  const samples = path.join(absolute(paths.config), 'samples');
  const projectFile = absolute(PROJECT_FILE_NAME);
  const installed = absolute(path.join('node_modules', '.package-lock.json'));
  const isOwn = (file: string): boolean =>
    !file.split(path.sep).includes('node_modules') &&
    (isIn(packages, file) || (isInside(root, file) && !isInside(kbPackages, file)));
  return {
    places: [...packages, ...manifests, samples, projectFile, installed],
    checked,
    isOwn,
    sort: (files) => ({
      types: files.filter((file) => file === projectFile || (isIn(api, file) && isSource(file))),
      code: files.filter((file) => isOwn(file) && isCode(file) && !isIn(api, file) && !isIn(manifests, file)),
      manifests: files.filter((file) => isIn(manifests, file) && isManifest(file)),
      samples: files.filter((file) => isInside(samples, file) && isManifest(file)),
      installed: files.includes(installed),
    }),
  };
}

/** Where kb's own packages are: in a clone of its repository, the sample project is beside them. */
const kbPackages = fileURLToPath(new URL('../../../..', import.meta.url));

const isIn = (folders: readonly string[], file: string): boolean => folders.some((folder) => isInside(folder, file));

const isSource = (file: string): boolean => /\.[cm]?ts$/.test(file) && !isTest(file);
const isCode = (file: string): boolean => /\.([cm]?[jt]s|json)$/.test(file) && !isTest(file);
const isTest = (file: string): boolean => /\.(test|spec)\.[cm]?[jt]s$/.test(file);
const isManifest = (file: string): boolean => /\.(ya?ml|json)$/.test(file);

/** Remembers the markers of sources. */
export interface MarkerMemory {
  /** Whether the markers of one of these files (absolute) differ from those it had when this was called before. */
  changed(files: readonly string[]): boolean;
}

/** Returns a memory of the markers in these files, whose changes change what is generated. */
export function rememberMarkers(files: Iterable<string>): MarkerMemory {
  const known = new Map([...files].map((file) => [file, markersOf(file)]));
  return {
    changed(changedFiles) {
      const before = changedFiles.map((file) => known.get(file) ?? '');
      for (const file of changedFiles) known.set(file, markersOf(file));
      return changedFiles.some((file, index) => known.get(file) !== before[index]);
    },
  };
}

/** The lines of a file with markers; none if it is gone. */
function markersOf(file: string): string {
  try {
    return (readFileSync(file, 'utf8').match(/^.*\+kubebuilder:.*$/gm) ?? []).join('\n');
  } catch {
    return '';
  }
}
