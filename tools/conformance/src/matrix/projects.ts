import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../targets/repository.ts';
import { type Combination, commandsFor } from './dimensions.ts';

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
export function newProject(combination: Combination): Project {
  return {
    name: Object.values(combination).join(', '),
    commands: commandsFor(combination),
    ...(combination.package === 'Helm' && { deployedBy: 'helm' }),
  };
}

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
