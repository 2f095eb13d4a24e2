import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProjectFile } from '@kb/codegen';
import type { ScaffoldFacts } from './render-scaffold.ts';

/** Renders the files of a project as one version of kb wrote them. */
export type RenderScaffold = (project: ProjectFile, facts: ScaffoldFacts) => Record<string, string>;

/**
 * Loads what a version of kb scaffolds, from the folder `scaffolds` of this package; undefined if it is not there.
 * `npm run freeze-scaffold` writes it.
 */
export async function loadFrozenScaffold(version: string): Promise<RenderScaffold | undefined> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return undefined;
  const url = new URL(`../../../scaffolds/${version}.js`, import.meta.url);
  if (!existsSync(fileURLToPath(url))) return undefined;
  const loaded: unknown = await import(url.href);
  return (loaded as { readonly renderScaffold: RenderScaffold }).renderScaffold;
}
