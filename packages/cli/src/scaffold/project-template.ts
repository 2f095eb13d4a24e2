import type { AddOn } from './plugins/add-ons.ts';
import type { ChartOptions } from './plugins/chart-record.ts';
import type { ScaffoldFile } from './scaffold-file.ts';
import { manifestFiles } from './templates/config/manifests.ts';
import { endToEndFiles } from './templates/end-to-end.ts';
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
  /** Where the Helm chart is; undefined without a chart. */
  readonly chart?: ChartOptions | undefined;
  /** What the project has beside the operator. Default: nothing. */
  readonly addOns?: readonly AddOn[];
  /** Whether the operator watches single namespaces. Default: the cluster. */
  readonly namespaced?: boolean | undefined;
  /** The namespace of the operator. Default: that of the name, such as `shop-system`. */
  readonly namespace?: string | undefined;
  /** Whether a kind has webhooks, which main serves. Default: false. */
  readonly hasWebhooks?: boolean;
}

/** Returns every file of a new project except PROJECT, without kinds. */
export function projectFiles(facts: ProjectFacts): ScaffoldFile[] {
  return [...workspaceFiles(facts), ...packageFiles(facts), ...endToEndFiles(facts), ...manifestFiles(facts)];
}
