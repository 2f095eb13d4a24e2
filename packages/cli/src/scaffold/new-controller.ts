import { controllersOfResource, groupOfResource, type ProjectFile, type ProjectResource } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { controllerNames } from './kind-names.ts';
import { checkControllerName } from './names.ts';

type Controllers = Pick<ProjectResource, 'controller' | 'controllers'>;

/**
 * The controllers of a kind with one more, as PROJECT lists them; undefined if it has that one already. Without a name
 * it has that of the kind, or group and kind if a kind of another group has that. Throws a CliError for a name that is
 * not valid or belongs to another controller.
 */
export function withController(
  project: ProjectFile,
  resource: ProjectResource,
  given: string | undefined,
): Controllers | undefined {
  const { kind } = resource;
  const own = controllersOfResource(resource);
  if (given === undefined) {
    if (own.length > 0 && isDefault(resource, own)) return undefined;
    if (own.length > 0) throw needsName(resource, own);
  } else {
    checkControllerName(given);
    if (own.includes(given)) return undefined;
  }
  const others = project.resources.filter((one) => !isSame(one, resource));
  const taken = others.flatMap(controllersOfResource);
  const plain = kind.toLowerCase();
  const name = given ?? (taken.includes(plain) ? nameWithGroup(resource) : plain);
  refuseTaken(name, kind, [...own, ...taken]);
  if (own.length === 0 && name === plain && given === undefined) return { controller: true };
  return { controllers: [...(resource.controllers ?? own.map((one) => ({ name: one }))), { name }] };
}

/** Whether the only controller of a kind is the one that a command without a name makes. */
function isDefault(resource: ProjectResource, [first, ...more]: readonly string[]): boolean {
  return more.length === 0 && (first === resource.kind.toLowerCase() || first === nameWithGroup(resource));
}

function nameWithGroup({ kind, group = '', domain = '' }: ProjectResource): string {
  const prefix = (group === '' ? domain : group).replaceAll('.', '-');
  return `${prefix}-${kind.toLowerCase()}`;
}

function refuseTaken(name: string, kind: string, taken: readonly string[]): void {
  const identifier = (one: string): string => controllerNames(kind, one).controller.toLowerCase();
  const other = taken.find((one) => one === name || identifier(one) === identifier(name));
  if (other === undefined) return;
  const message =
    other === name
      ? `the project has a controller ${name} already`
      : `a controller ${name} and ${other}, which the project has, would have one name in TypeScript`;
  throw new CliError('KB_FLAGS_DIFFER', message, {
    hint: 'Choose another name with --controller-name, such as the kind and what the controller does.',
  });
}

function needsName({ kind }: ProjectResource, own: readonly string[]): CliError {
  return new CliError('KB_API_EXISTS', `${kind} has controllers already: ${own.join(', ')}`, {
    hint: 'Name another one with --controller-name.',
  });
}

function isSame(a: ProjectResource, b: ProjectResource): boolean {
  return a.kind === b.kind && a.version === b.version && groupOfResource(a) === groupOfResource(b) && a.core === b.core;
}
