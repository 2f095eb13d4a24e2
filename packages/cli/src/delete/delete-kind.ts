import { groupOfResource, type ProjectFile, type ProjectResource, type SourceReader } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import type { CommandContext, FlagValues } from '../command-line/command.ts';
import { isSameKind } from '../create-webhook/webhook-target.ts';
import { openProject } from '../open-project.ts';
import { removeLeftOvers } from '../project-lock/remove-left-overs.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { listedComponents } from '../scaffold/components/switch-components.ts';
import { withDeployImage } from '../scaffold/plugins/deploy-image-record.ts';
import { type ScaffoldRun, writeScaffold } from '../scaffold/write/write-scaffold.ts';
import type { deleteApiFlags, deleteFlags } from './delete-flags.ts';
import { deletion, type DeletionLimits, refuseEdited } from './delete-from-project.ts';
import { withoutController } from './delete-controller.ts';
import { findOne, hasController } from './find-one.ts';

type Values = FlagValues<typeof deleteFlags>;

/** Runs `kb delete api`. Resolves with the exit code. */
export async function deleteApi(
  { resource, 'controller-name': name, ...values }: FlagValues<typeof deleteApiFlags>,
  context: CommandContext,
): Promise<number> {
  if (resource === true && name !== undefined) {
    throw new CliError('KB_WRONG_FLAGS', '--resource and --controller-name exclude each other', {
      hint: 'Run "kb delete api --help".',
      exitCode: 2,
    });
  }
  if (resource === false || name !== undefined) return deleteController(values, name, context);
  return run(values, context, 'kb delete api', (project) => {
    const target = findOne(
      project,
      values,
      ({ api, external, core }) => api !== undefined || external === true || core === true,
    );
    if (typeof target === 'string') return target;
    const others = project.resources.filter((one) => one !== target && isOneKind(one, target));
    refuseUsed(target, others);
    const resources = project.resources.filter((one) => one !== target);
    return withDeployImage({ ...project, resources }, target, undefined);
  });
}

async function deleteController(values: Values, name: string | undefined, context: CommandContext): Promise<number> {
  let next: string | undefined;
  const change = (project: ProjectFile): ProjectFile | string => {
    const result = withoutController(project, values, name);
    if (typeof result === 'string') return result;
    next = result.next;
    return result.project;
  };
  const code = await run(values, context, 'kb delete api', change, { onlyLists: true });
  if (code === 0 && next !== undefined && values['dry-run'] !== true) context.terminal.print(next);
  return code;
}

/** Runs `kb delete webhook`. Resolves with the exit code. */
export async function deleteWebhook(values: Values, context: CommandContext): Promise<number> {
  return run(values, context, 'kb delete webhook', (project) => {
    const target = findOne(project, values, ({ webhooks }) => webhooks !== undefined);
    if (typeof target === 'string') return target;
    const { webhooks: _webhooks, ...rest } = target;
    // A kind of Kubernetes itself is only listed for its webhooks or controllers.
    const stays = target.api !== undefined || target.external === true || hasController(target);
    const resources = project.resources.flatMap((one) => (!isSameKind(one, target) ? [one] : stays ? [rest] : []));
    return { ...project, resources };
  });
}

async function run(
  { kind, yes = false, ...values }: Values,
  context: CommandContext,
  command: string,
  change: (project: ProjectFile) => ProjectFile | string,
  limits?: DeletionLimits,
): Promise<number> {
  const dryRun = values['dry-run'] ?? false;
  const { root: place } = openProject(context);
  return workOnProject(
    { root: place, command: `${command} --kind ${kind}`, writes: !dryRun },
    context,
    async (lock) => {
      const { root, project, reader } = openProject(context);
      if (!dryRun) removeLeftOvers(root, project.paths, context.disk);
      const next = change(project);
      if (typeof next === 'string') {
        context.terminal.print(`Nothing to change: ${next}`);
        return 0;
      }
      const gone = await deletion(project, next, reader, limits);
      if (!yes && !dryRun) refuseEdited(root, gone);
      const scaffold = { root, project: next, reader, files: gone.files, removed: gone.removed };
      const writing: ScaffoldRun = { dryRun, lock, context, command };
      if (!(await writeScaffold(scaffold, writing))) return 1;
      if (dryRun) return 0;
      context.terminal.print('Next: npm run typecheck shows what still uses it.');
      if (hasWebhooks(project) && !hasWebhooks(next))
        context.terminal.print(`To deploy without webhooks: npx kb edit --without ${webhookParts(next, reader)}`);
      return 0;
    },
  );
}

/** The parts that deploy webhooks, as a flag names them. */
function webhookParts({ paths }: ProjectFile, reader: SourceReader): string {
  const listed = listedComponents(reader.read(`${paths.config}/default/kustomization.yaml`) ?? '');
  const parts = listed.filter(({ name, needs }) => name === 'webhook' || needs.includes('webhook'));
  return parts.length === 0 ? 'webhook' : parts.map(({ name }) => name).join(',');
}

function hasWebhooks({ resources }: ProjectFile): boolean {
  return resources.some(({ webhooks }) => webhooks !== undefined);
}

function refuseUsed(target: ProjectResource, others: readonly ProjectResource[]): void {
  const { kind } = target;
  const withWebhooks = [target, ...others].find(({ webhooks }) => webhooks !== undefined);
  if (withWebhooks === target || withWebhooks?.webhooks?.conversion === true) {
    throw new CliError('KB_API_IN_USE', `${kind} of ${withWebhooks.version} has webhooks`, {
      hint: `Delete them first: "kb delete webhook --kind ${kind} --version ${withWebhooks.version}".`,
    });
  }
  if (hasController(target) && others.length > 0) {
    const versions = others.map(({ version }) => version).join(', ');
    throw new CliError('KB_API_IN_USE', `the controller of all versions of ${kind} reads ${target.version}`, {
      hint: `Delete the other versions first (${versions}); or let the controller read another version, and move its controller to it in PROJECT.`,
    });
  }
}

function isOneKind(a: ProjectResource, b: ProjectResource): boolean {
  return a.kind === b.kind && groupOfResource(a) === groupOfResource(b);
}
