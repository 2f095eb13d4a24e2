import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-line/command.ts';
import { openProject } from '../open-project.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { readPlugins } from '../scaffold/plugins/read-plugins.ts';
import { addKind } from './add-kind.ts';
import type { CreateApiValues } from './create-api-flags.ts';
import { readDeployImage } from './deploy-image-flags.ts';
import type { KindValues } from './new-resource.ts';

/** Runs `kb create api`. Resolves with the exit code. */
export async function createApi(values: CreateApiValues, context: CommandContext): Promise<number> {
  const dryRun = values['dry-run'] ?? false;
  const plugins = readPlugins('create api', values.plugins ?? 'go/v4');
  if (plugins.includes('deploy-image') && values.image === undefined)
    throw wrongFlags('--plugins deploy-image/v1-alpha needs --image');
  if (values.resource === false) return createController(values, dryRun, context);
  if (values.controller === false && values['controller-name'] !== undefined)
    throw wrongFlags('--controller-name and --no-controller exclude each other');
  if (values['external-api'] !== undefined) {
    const { createExternalApi } = await import('../external/create-external-api.ts');
    return createExternalApi(values['external-api'], { ...values, dryRun }, context);
  }
  const { kind } = values;
  if (kind === undefined) throw wrongFlags('missing --kind');
  if (values.overwrite === true)
    throw wrongFlags('--overwrite is for an external API: your own files are never replaced');
  const deployImage = readDeployImage(values);
  const { root } = openProject(context);
  const work = { root, command: `kb create api --kind ${kind}`, writes: !dryRun };
  const how = { force: values.force ?? false, yes: values.yes ?? false };
  return workOnProject(work, context, (lock) =>
    addKind({ ...values, kind }, { deployImage, ...how }, { dryRun, lock, context }),
  );
}

/** Runs `kb create api --resource=false`. */
async function createController(
  values: Omit<KindValues, 'kind'> & {
    readonly kind?: string | undefined;
    readonly 'external-api'?: string | undefined;
    readonly image?: string | undefined;
  },
  dryRun: boolean,
  context: CommandContext,
): Promise<number> {
  const { kind, group, version, controller } = values;
  if (kind === undefined) throw wrongFlags('missing --kind');
  if (controller === false) throw wrongFlags('--resource=false and --controller=false leave nothing to write');
  const excluded = (['external-api', 'image', 'plural', 'namespaced'] as const).find(
    (flag) => values[flag] !== undefined,
  );
  if (excluded !== undefined) throw wrongFlags(`--resource=false and --${excluded} exclude each other`);
  const { addController } = await import('./add-controller.ts');
  const work = { root: openProject(context).root, command: `kb create api --kind ${kind}`, writes: !dryRun };
  return workOnProject(work, context, (lock) =>
    addController({ kind, group, version, name: values['controller-name'] }, { dryRun, lock, context }),
  );
}

function wrongFlags(message: string): CliError {
  return new CliError('KB_WRONG_FLAGS', message, { hint: 'Run "kb create api --help".', exitCode: 2 });
}
