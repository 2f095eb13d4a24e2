import { operatorNamespace, type ProjectFile, type ProjectResource, type SourceReader } from '@kb/codegen';
import { findKind } from '@kb/kubernetes/data';
import type { CommandContext } from '../command-line/command.ts';
import { isInstalled } from '../how-to-run.ts';
import { openProject } from '../open-project.ts';
import { removeLeftOvers } from '../project-lock/remove-left-overs.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { listedComponents } from '../scaffold/components/switch-components.ts';
import { sourceHeader, withHeaders } from '../scaffold/license/source-headers.ts';
import { editLists } from '../scaffold/lists/edit-lists.ts';
import type { ListToEdit } from '../scaffold/lists/list-to-edit.ts';
import { ignoreLists } from '../scaffold/lists/line-lists.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { changeOf, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import { type WebhookNames, webhookNames } from '../scaffold/webhook-names.ts';
import { sampleSpec } from '../scaffold/webhooks/sample-spec.ts';
import { webhookEdits } from '../scaffold/webhooks/webhook-edits.ts';
import { refuseReplacing } from '../scaffold/write/refuse-replacing.ts';
import { type ScaffoldRun, writeScaffold } from '../scaffold/write/write-scaffold.ts';
import { webhookManifests } from './webhook-manifests.ts';
import type { WebhookRequest } from './webhook-request.ts';
import { findTarget, isSameKind, spokesOf, withRequest } from './webhook-target.ts';

/** How `kb create webhook` writes. */
export interface WebhookWriting {
  readonly dryRun: boolean;
  /** Write the files of the webhook as if they were new. */
  readonly force: boolean;
  /** Also if they were edited. */
  readonly yes: boolean;
}

/**
 * Runs `kb create webhook`: writes the webhooks of a kind, or adds others to those that are there. A repeated command
 * changes nothing. Resolves with the exit code.
 */
export async function createWebhook(
  request: WebhookRequest,
  writing: WebhookWriting,
  context: CommandContext,
): Promise<number> {
  const { root } = openProject(context);
  const { dryRun } = writing;
  const work = { root, command: `kb create webhook --kind ${request.kind}`, writes: !dryRun };
  return workOnProject(work, context, (lock) =>
    addWebhook(request, writing, { dryRun, lock, context, command: 'kb create webhook' }),
  );
}

async function addWebhook(request: WebhookRequest, writing: WebhookWriting, run: ScaffoldRun): Promise<number> {
  const { context, dryRun } = run;
  const { disk, terminal } = context;
  const { root, project, reader } = openProject(context);
  if (!dryRun) removeLeftOvers(root, project.paths, disk);
  const found = findTarget(project, request);
  const spokes = spokesOf(project, found, request);
  const resource: ProjectResource = {
    ...found,
    webhooks: withRequest(
      found.webhooks,
      request,
      spokes.map(({ version }) => version),
    ),
  };
  const next = withResource(project, resource);
  const change = { before: project, after: next };
  const target = {
    project: next,
    resource,
    requested: request,
    spokes,
    namesOf: (one: ProjectResource) => webhookNames(next, one, findKind),
    specOf: (names: WebhookNames) => sampleSpec(next, names, reader),
  };
  const edits = webhookEdits(target, reader);
  const { lists, switched, added } = webhookManifests(change, reader);
  const files = [
    ...scaffoldChanges(root, [...added, ...switched.added], reader),
    ...switched.edited,
    ...(await editLists(
      [...(writing.force ? fresh(edits) : edits), ...lists, ...ignoreLists(reader)],
      writing.force ? without(reader, edits) : reader,
    )),
    ...projectFileEdits(change, reader),
  ];
  const written = withHeaders(files, sourceHeader(next, reader), reader);
  const changes = written.some((file) => changeOf(file, reader) !== undefined);
  if (writing.force && !writing.yes && !dryRun) refuseReplacing(root, written.filter(isOwn), reader);
  if (!(await writeScaffold({ root, project: next, reader, files: written }, run))) return 1;
  if (resource.core === true && found.webhooks === undefined) {
    const own = operatorNamespace(project);
    terminal.print(
      project.namespaced === true
        ? `The webhook is called for the namespace ${own} only, and not for the operator itself, so that it can start.`
        : `The webhook is not called for the namespaces kube-system and ${own}, so that the operator can start.`,
    );
  }
  if (!dryRun && changes) {
    const install = isInstalled(root) && !request.conversion ? '' : 'npm install, then ';
    terminal.print(`Next: ${install}edit the webhook in ${edits[0]?.path ?? ''}, and npm test`);
    const deployed = switched.edited.flatMap(({ content }) => listedComponents(content));
    if (deployed.some(({ name }) => name === 'cert-manager'))
      terminal.print('What is deployed now has webhooks, with a certificate of cert-manager, which the cluster needs.');
  }
  return 0;
}

function withResource(project: ProjectFile, resource: ProjectResource): ProjectFile {
  const { resources } = project;
  const isThere = resources.some((one) => isSameKind(one, resource));
  return {
    ...project,
    resources: isThere
      ? resources.map((one) => (isSameKind(one, resource) ? resource : one))
      : [...resources, resource],
  };
}

/** A file of its own, which `--force` writes again: lists, `main.ts` and types have other entries too. */
function isOwn({ path }: { readonly path: string }): boolean {
  return /\.(?:webhook|conversion)(?:\.test)?\.ts$/.test(path);
}

function fresh(edits: readonly ListToEdit[]): ListToEdit[] {
  return edits.map((edit) => (isOwn(edit) ? { ...edit, added: [] } : edit));
}

/** The files of the project without those that are written again. */
function without(reader: SourceReader, edits: readonly ListToEdit[]): SourceReader {
  const gone = new Set(edits.filter(isOwn).map(({ path }) => path));
  return { read: (file) => (gone.has(file) ? undefined : reader.read(file)), list: (folder) => reader.list(folder) };
}
