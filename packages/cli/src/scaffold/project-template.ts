import type { ScaffoldFile } from './scaffold-file.ts';
import { manifestFiles } from './templates/manifests.ts';
import { packageFiles } from './templates/packages.ts';
import { rootFiles } from './templates/root.ts';

/** What a new project is made from. */
export interface ProjectFacts {
  readonly projectName: string;
  readonly domain: string;
  readonly repo: string;
  /** Version of kb that the project asks for. */
  readonly kbVersion: string;
}

/** Every file of a new project but PROJECT, without any kind. */
export function projectFiles(facts: ProjectFacts): ScaffoldFile[] {
  return [...rootFiles(facts), ...packageFiles(facts), ...manifestFiles(facts)];
}
