import type { ScaffoldFile } from './scaffold-file.ts';
import { manifestFiles } from './templates/config/manifests.ts';
import { packageFiles } from './templates/packages.ts';
import { workspaceFiles } from './templates/workspace/workspace-files.ts';

/** The variables of a new project. */
export interface ProjectFacts {
  readonly projectName: string;
  readonly domain: string;
  readonly repo: string;
  /** The version of kb that the project depends on. */
  readonly kbVersion: string;
  /** The registry that packages come from, if it is not npm's own. */
  readonly registry?: string | undefined;
  /** The folder with the Helm chart's folder; undefined without a chart. */
  readonly chartFolder?: string | undefined;
  /** Whether the operator watches single namespaces. Default: the cluster. */
  readonly namespaced?: boolean | undefined;
  /** Whether a kind has webhooks, which main serves. Default: false. */
  readonly hasWebhooks?: boolean;
}

/** Returns every file of a new project except PROJECT, without kinds. */
export function projectFiles(facts: ProjectFacts): ScaffoldFile[] {
  return [...workspaceFiles(facts), ...packageFiles(facts), ...manifestFiles(facts)];
}
