import {
  controllersOfResource,
  groupOfResource,
  type ProjectFile,
  type ProjectResource,
  type SourceReader,
} from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import type { CommandContext, FlagValues } from '../command-line/command.ts';
import { jsonFlag } from '../command-line/json-flag.ts';
import { isSameKind } from '../create-webhook/webhook-target.ts';
import { openProject } from '../open-project.ts';
import { removeLeftOvers } from '../project-lock/remove-left-overs.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { listedComponents } from '../scaffold/components/switch-components.ts';
import { withDeployImage } from '../scaffold/deploy-image-record.ts';
import { type ScaffoldRun, writeScaffold } from '../scaffold/write/write-scaffold.ts';
import { deletion, refuseEdited } from './delete-from-project.ts';

/** The flags of `kb delete api` and `kb delete webhook`. */
export const deleteFlags = {
  kind: { type: 'string', value: 'KIND', required: true, description: 'The kind.' },
  version: {
    type: 'string',
    value: 'VERSION',
    description: 'Its API version. Default: the only one that the project has.',
  },
  group: {
    type: 'string',
    value: 'GROUP',
    description: "Its group, with or without the domain. Default: that of the project's kind.",
  },
  'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
  json: jsonFlag,
  yes: { type: 'boolean', description: 'Also remove files that were edited.' },
} as const;

type Values = FlagValues<typeof deleteFlags>;

/** Runs `kb delete api`. Resolves with the exit code. */
export async function deleteApi(values: Values, context: CommandContext): Promise<number> {
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
      const gone = await deletion(project, next, reader);
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

function hasController(resource: ProjectResource): boolean {
  return controllersOfResource(resource).length > 0;
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

/** The entry that the flags name; if there is none, what PROJECT lists instead. */
function findOne(
  { resources }: ProjectFile,
  { kind, group, version }: Values,
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
