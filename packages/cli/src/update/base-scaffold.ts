import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProjectFile, SourceReader } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { kbVersion, packageFolder } from '../kb-version.ts';
import type { ScaffoldFacts } from '../scaffold/frozen/render-scaffold.ts';
import { scaffoldFacts } from '../scaffold/frozen/scaffold-facts.ts';

/**
 * The version of kb that made a project: the one that is given, or `cliVersion`. Throws a CliError if it is not known,
 * or newer than this one.
 */
export function scaffoldVersion({ cliVersion }: ProjectFile, given: string | undefined): string {
  const from = given ?? cliVersion;
  if (from === undefined) {
    throw new CliError('KB_SCAFFOLD_UNKNOWN', 'PROJECT does not say which version of kb made it', {
      hint: 'Give it with --from-version, such as --from-version 0.1.0.',
    });
  }
  if (!/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(from)) {
    throw new CliError('KB_WRONG_FLAGS', `"${from}" is not a version of kb`, {
      hint: 'Expected three numbers, such as --from-version 0.1.0.',
      exitCode: 2,
    });
  }
  if (compareReleases(from, kbVersion()) > 0) {
    throw new CliError(
      'KB_SCAFFOLD_UNKNOWN',
      `kb ${from}, which is newer than this kb ${kbVersion()}, made the project`,
      {
        hint: 'Install that version or a later one: npm install --save-dev @kb/cli@latest',
      },
    );
  }
  return from;
}

/**
 * What the version that made a project scaffolded; for this version itself, if it is not frozen, what it scaffolds now.
 * Throws a CliError if that is not known.
 */
export async function baseScaffold(
  project: ProjectFile,
  from: string,
  theirs: Readonly<Record<string, string>>,
  reader: SourceReader,
): Promise<Readonly<Record<string, string>>> {
  const render = await loadFrozenScaffold(from);
  if (render !== undefined) return render(project, scaffoldFacts(project, reader, from));
  if (compareReleases(from, kbVersion()) === 0) return theirs;
  throw new CliError('KB_SCAFFOLD_UNKNOWN', `this kb does not know what kb ${from} scaffolded`, {
    hint: 'Give the nearest released version with --from-version.',
  });
}

/** Renders the files of a project as one version of kb wrote them. */
export type RenderScaffold = (project: ProjectFile, facts: ScaffoldFacts) => Record<string, string>;

/**
 * Loads what a version of kb scaffolds, from the folder `scaffolds` of this package; undefined if it is not there.
 * `npm run freeze-scaffold` writes it.
 */
export async function loadFrozenScaffold(version: string): Promise<RenderScaffold | undefined> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return undefined;
  const url = new URL(`scaffolds/${version}.js`, packageFolder);
  if (!existsSync(fileURLToPath(url))) return undefined;
  const loaded: unknown = await import(url.href);
  return (loaded as { readonly renderScaffold: RenderScaffold }).renderScaffold;
}

/** Compares two versions of kb: negative if the first is older. A pre-release counts as its release. */
export function compareReleases(a: string, b: string): number {
  const parts = (version: string): number[] => (version.split(/[-+]/)[0] ?? '').split('.').map(Number);
  const [first, second] = [parts(a), parts(b)];
  const different = first.findIndex((part, index) => part !== second[index]);
  return different === -1 ? 0 : (first[different] ?? 0) - (second[different] ?? 0);
}
