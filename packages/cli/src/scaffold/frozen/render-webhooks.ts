import type { ProjectFile, ProjectResource, SourceReader } from '@kb/codegen';
import { groupOfResource } from '@kb/codegen';
import { kindNames } from '../kind-names.ts';
import { withDevDependency } from '../lists/dev-dependency.ts';
import { toolVersions } from '../templates/tool-versions.ts';
import { type FindBuiltIn, webhookNames } from '../webhook-names.ts';
import { CONVERSION_MARKER, STORAGE_MARKER } from '../webhooks/conversion-edits.ts';
import { webhookEdits, webhooksList } from '../webhooks/webhook-edits.ts';

/** What the files of webhooks depend on, and PROJECT does not say. */
export interface WebhookFacts {
  /** Finds a kind of Kubernetes itself. Default: its plural is the regular one, and it has a namespace. */
  readonly findBuiltIn?: FindBuiltIn;
  /** The `spec` of a kind's sample, as TypeScript. Default: that of a new sample. */
  readonly specOf?: (resource: ProjectResource) => string | undefined;
}

/** Adds the files of a project's webhooks to the rendered ones, and what other files say about webhooks. */
export function renderWebhooks(project: ProjectFile, rendered: Record<string, string>, facts: WebhookFacts): void {
  renderMarkers(project, rendered);
  const withWebhooks = project.resources.filter(({ webhooks }) => webhooks !== undefined);
  const { findBuiltIn = () => undefined, specOf = () => "{ foo: 'bar' }" } = facts;
  const namesOf = (one: ProjectResource): ReturnType<typeof webhookNames> => webhookNames(project, one, findBuiltIn);
  const reader: SourceReader = { read: (file) => rendered[file], list: () => Object.keys(rendered) };
  for (const resource of withWebhooks) {
    const edits = webhookEdits(
      {
        project,
        resource,
        requested: { defaulting: true, validation: true, conversion: true },
        spokes: spokesOf(project, resource),
        namesOf,
        specOf: () => specOf(resource),
      },
      reader,
    );
    // Files of other things exist by now.
    for (const { path, content } of edits) rendered[path] ??= content;
  }
  const [first] = withWebhooks;
  if (first === undefined) return;
  const sources = `${project.paths.controller[0] ?? 'packages/controller'}/src`;
  const names = withWebhooks.map(namesOf).toSorted((a, b) => a.base.localeCompare(b.base, 'en'));
  rendered[`${sources}/webhooks.ts`] = webhooksList(names);
  if (!withWebhooks.some(({ webhooks }) => webhooks?.conversion === true)) return;
  const path = `${project.paths.controller[0] ?? 'packages/controller'}/package.json`;
  const manifest = withDevDependency(rendered[path] ?? '{}', 'fast-check', toolVersions['fast-check']);
  if ('text' in manifest) rendered[path] = manifest.text;
}

/** Marks the stored version of kinds with several versions, which is the first one, and the hub of a conversion. */
function renderMarkers(project: ProjectFile, rendered: Record<string, string>): void {
  const own = project.resources.filter(({ api }) => api !== undefined);
  for (const resource of own) {
    const versions = own.filter((one) => isOneKind(one, resource));
    const markers = [
      ...(versions.length > 1 && versions[0] === resource ? [STORAGE_MARKER] : []),
      ...(resource.webhooks?.conversion === true ? [CONVERSION_MARKER] : []),
    ];
    const { folder, lower, kind } = kindNames(resource);
    const file = `${project.paths.api[0] ?? 'packages/api'}/src/${folder}/${lower}.types.ts`;
    const declaration = `export interface ${kind} extends `;
    const lines = markers.map((marker) => `// ${marker}\n`).join('');
    rendered[file] = (rendered[file] ?? '').replace(declaration, lines + declaration);
  }
}

function spokesOf({ resources }: ProjectFile, hub: ProjectResource): ProjectResource[] {
  const { webhooks } = hub;
  return (webhooks?.spoke ?? []).flatMap(
    (version) => resources.find((one) => one.version === version && isOneKind(one, hub)) ?? [],
  );
}

function isOneKind(a: ProjectResource, b: ProjectResource): boolean {
  return a.kind === b.kind && groupOfResource(a) === groupOfResource(b);
}
