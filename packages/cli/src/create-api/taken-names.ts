import { groupOfResource, type ProjectFile, type ProjectResource } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { kindNames } from '../scaffold/kind-names.ts';

/**
 * Throws a CliError for a new kind if another kind of its group has one of its names: an API server gives a plural or a
 * singular of a group to one kind, files are named after the singular, and a version exports the types of all its
 * kinds.
 */
export function refuseTakenNames({ resources }: ProjectFile, resource: ProjectResource): void {
  const group = groupOfResource(resource);
  const others = resources.filter((one) => groupOfResource(one) === group && one.kind !== resource.kind);
  for (const other of others) {
    const clash = clashOf(resource, other);
    if (clash === undefined) continue;
    throw new CliError('KB_NAME_CLASH', `${resource.kind} would have ${clash.what}`, {
      hint: `${clash.hint} ${ifMistaken(resource, other)}`,
    });
  }
}

/** What two kinds would share, and how to avoid it. */
interface Clash {
  readonly what: string;
  readonly hint: string;
}

function clashOf(resource: ProjectResource, other: ProjectResource): Clash | undefined {
  const [own, its] = [kindNames(resource), kindNames(other)];
  const owner = `the kind ${other.kind} of ${its.group}`;
  // A singular, after which files are named, cannot be chosen.
  if (own.lower === its.lower)
    return {
      what: `the singular ${own.lower} and the same files as ${owner}: their names differ only in capitals`,
      hint: 'Choose a kind that differs in its letters.',
    };
  if (own.lower === its.plural)
    return {
      what: `the singular ${own.lower}, which is the plural of ${owner}`,
      hint: 'Choose another kind: --plural does not change its singular.',
    };
  const type = sharedType(resource, other);
  if (type !== undefined)
    return {
      what: `the type ${type}, which the sources of ${owner} have too, in the same version`,
      hint: 'Choose another kind.',
    };
  if (own.plural !== its.plural && own.plural !== its.lower) return undefined;
  const role = own.plural === its.plural ? 'plural too' : 'singular';
  return {
    what: `the plural ${own.plural}, which ${owner} has as its ${role}`,
    hint: `Choose another plural with --plural, or another kind.`,
  };
}

/** A type that two kinds of one version would both export. */
function sharedType(resource: ProjectResource, other: ProjectResource): string | undefined {
  if (resource.api === undefined || other.api === undefined || resource.version !== other.version) return undefined;
  const its = new Set(typesOf(other));
  return typesOf(resource).find((type) => its.has(type));
}

/** The types in the sources of a kind, and that of its lists. */
function typesOf({ kind }: ProjectResource): string[] {
  return [kind, `${kind}Spec`, `${kind}Status`, `${kind}List`];
}

/** The ways for an author who misspelt one of the two kinds. */
function ifMistaken({ kind }: ProjectResource, other: ProjectResource): string {
  const group = other.group === undefined ? '' : ` --group ${other.group}`;
  return `If you meant ${other.kind}, write --kind ${other.kind}; if ${kind} is to replace it, run "kb delete api${group} --kind ${other.kind}" first.`;
}
