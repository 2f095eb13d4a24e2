import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../targets/repository.ts';
import { type Combination, commandsFor, mostDifferentFirst, pairwise } from './dimensions.ts';

/** A project that a new user makes. */
export interface Project {
  readonly name: string;
  /** Writes what is there before the first command. Default: nothing. */
  readonly write?: (folder: string) => void;
  /** Commands of kb; before the first one nothing is installed. */
  readonly commands: readonly (readonly string[])[];
  /** What brings it into a cluster. Default: kb. */
  readonly deployedBy?: 'helm';
}

/** A new project with these values. */
function newProject(combination: Combination): Project {
  return {
    name: Object.values(combination).join(', '),
    commands: commandsFor(combination),
    ...(combination.package === 'Helm' && { deployedBy: 'helm' }),
  };
}

/** Which projects a run plays. */
export interface Choice {
  /**
   * True: of every combination, the most different first, without kinds, and of updates. False: of a few rows in which
   * every two values occur together.
   */
  readonly full: boolean;
  /** The place of the first one; after the last one comes that of place 0. */
  readonly part: number;
  /** At most so many. */
  readonly runs: number;
}

/** Chooses the projects of a run. `all`: how many it chooses from. */
export function chooseProjects(
  combinations: readonly Combination[],
  { full, part, runs }: Choice,
): { readonly all: number; readonly chosen: readonly Project[] } {
  const all = full
    ? [...mostDifferentFirst(combinations).map(newProject), ...withoutKinds, ...oldProjects()]
    : pairwise(combinations).map(newProject);
  const first = part % all.length;
  return { all: all.length, chosen: [...all.slice(first), ...all.slice(0, first)].slice(0, runs) };
}

/** Projects without kinds of their own, which have no combination. */
export const withoutKinds: readonly Project[] = [
  { name: 'a new project', commands: [['init', '--domain', 'example.com']] },
  {
    name: 'a controller of Deployments alone',
    commands: [
      ['init', '--domain', 'example.com'],
      ['create', 'api', '--group', 'apps', '--kind', 'Deployment', '--resource=false'],
    ],
  },
  {
    name: 'a webhook of Pods alone',
    commands: [
      ['init', '--domain', 'example.com'],
      ['create', 'webhook', '--group', 'core', '--version', 'v1', '--kind', 'Pod', '--defaulting'],
    ],
  },
];

/** The projects that earlier versions of kb scaffolded, to update. */
export function oldProjects(): Project[] {
  const recorded = path.join(repositoryRoot, 'packages/cli/testdata/scaffolds');
  return globSync('*/*.json', { cwd: recorded })
    .toSorted()
    .map((file) => ({
      name: `update of ${file.replace(/\.json$/, '')}`,
      write(folder) {
        const text = readFileSync(path.join(recorded, file), 'utf8');
        const { files } = JSON.parse(text) as { readonly files: Readonly<Record<string, string>> };
        for (const [name, content] of Object.entries(files)) {
          mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
          writeFileSync(path.join(folder, name), content);
        }
      },
      commands: [['update'], ['generate']],
    }));
}
