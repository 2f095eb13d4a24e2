import { controllersOfResource, type ProjectFile, type ProjectResource } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { isSameKind } from '../create-webhook/webhook-target.ts';
import { checkControllerName } from '../scaffold/names.ts';
import { withDeployImage } from '../scaffold/plugins/deploy-image-record.ts';
import { findOne, hasController, type KindFlags } from './find-one.ts';

/** A project without a controller, and what its author does next, if there is something special. */
export interface WithoutController {
  readonly project: ProjectFile;
  readonly next: string | undefined;
}

/**
 * The project without the controller that the flags name, or without the only one of the kind; if there is none, a
 * sentence that says what PROJECT lists instead. Throws a CliError for a name that cannot be one, and without a name if
 * the kind has several.
 */
export function withoutController(
  project: ProjectFile,
  flags: KindFlags,
  name: string | undefined,
): WithoutController | string {
  if (name !== undefined) checkControllerName(name);
  const target = findOne(project, flags, hasController);
  if (typeof target === 'string') return target;
  const own = controllersOfResource(target);
  const [first = '', ...more] = own;
  if (name === undefined && more.length > 0) {
    throw new CliError('KB_WRONG_FLAGS', `${target.kind} has several controllers: ${own.join(', ')}`, {
      hint: 'Say which one with --controller-name.',
      exitCode: 2,
    });
  }
  const gone = name ?? first;
  if (!own.includes(gone)) return `${target.kind} has no controller ${gone}. It has ${own.join(', ')}.`;
  const rest = withControllers(
    target,
    own.filter((one) => one !== gone),
  );
  const resources = project.resources.flatMap((one) => (isSameKind(one, target) ? rest : [one]));
  const changed = { ...project, resources };
  if (gone !== first || target.api === undefined) return { project: changed, next: undefined };
  // The first controller of a kind is the one that runs its image, and that writes its status.
  const story = `${project.paths.controller[0] ?? 'packages/controller'}/src/story.ts`;
  return {
    project: withDeployImage(changed, target, undefined),
    next:
      more.length === 0
        ? undefined
        : `Nothing writes the status of ${target.kind} any more: change what ${story} and tests expect of it.`,
  };
}

/** An entry of PROJECT with the controllers that are left; none if it was there only for them. */
function withControllers(resource: ProjectResource, names: readonly string[]): ProjectResource[] {
  const { controller: _controller, controllers = [], ...rest } = resource;
  const [only, ...more] = names;
  if (only === undefined) return resource.core === true && resource.webhooks === undefined ? [] : [rest];
  const left = controllers.filter((one) => names.includes(one.name));
  const isPlain = only === resource.kind.toLowerCase() && more.length === 0 && left[0]?.other === undefined;
  return [isPlain ? { ...rest, controller: true } : { ...rest, controllers: left }];
}
