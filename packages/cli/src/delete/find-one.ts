import { controllersOfResource, groupOfResource, type ProjectFile, type ProjectResource } from '@kb/codegen';
import { CliError } from '../cli-error.ts';

/** The flags that name a kind. */
export interface KindFlags {
  readonly kind: string;
  readonly group: string | undefined;
  readonly version: string | undefined;
}

/**
 * The only entry with something that the flags name; if there is none, a sentence that says what PROJECT lists instead.
 * Throws a CliError if there are several.
 */
export function findOne(
  { resources }: ProjectFile,
  { kind, group, version }: KindFlags,
  has: (resource: ProjectResource) => boolean,
): ProjectResource | string {
  const found = resources.filter(
    (one) =>
      has(one) &&
      one.kind === kind &&
      (version === undefined || one.version === version) &&
      (group === undefined || one.group === group || groupOfResource(one) === group),
  );
  const [only, second] = found;
  const names = (list: readonly ProjectResource[]): string =>
    list.map((one) => `${groupOfResource(one)}/${one.version} ${one.kind}`).join(', ');
  if (only === undefined) {
    const there = resources.filter(has);
    return `PROJECT lists no such ${kind}. It lists ${there.length === 0 ? 'none at all' : names(there)}.`;
  }
  if (second !== undefined) {
    throw new CliError('KB_WRONG_FLAGS', `PROJECT lists several ${kind}: ${names(found)}`, {
      hint: 'Say which one with --version and --group.',
      exitCode: 2,
    });
  }
  return only;
}

/** Whether the project has a controller of a kind. */
export function hasController(resource: ProjectResource): boolean {
  return controllersOfResource(resource).length > 0;
}
