import { groupOfResource, type ProjectFile, type ProjectResource, type ProjectWebhooks } from '@kb/codegen';
import { type KindData, kinds } from '@kb/kubernetes/data';
import { CliError } from '../cli-error.ts';
import { SCOPE } from '../package-names.ts';
import { coreGroup } from '../scaffold/webhook-names.ts';
import type { WebhookRequest } from './webhook-request.ts';

/**
 * Returns the kind that a request is about as PROJECT lists it, or as it will list one of Kubernetes' own. Throws a
 * CliError if the project has no such kind, or several.
 */
export function findTarget(
  project: ProjectFile,
  { kind, group, version }: Pick<WebhookRequest, 'kind' | 'group' | 'version'>,
): ProjectResource {
  const tracked = project.resources.filter(
    (one) =>
      one.kind === kind &&
      (version === undefined || one.version === version) &&
      (group === undefined || one.group === group || groupOfResource(one) === group),
  );
  const [only, ...more] = tracked;
  if (only !== undefined && more.length === 0) return only;
  if (only !== undefined) {
    const names = tracked.map((one) => `${groupOfResource(one)}/${one.version}`).join(', ');
    throw new CliError('KB_WRONG_FLAGS', `the project has several ${kind}: ${names}`, {
      hint: 'Say which one with --version and --group.',
      exitCode: 2,
    });
  }
  const builtIn = group === undefined ? undefined : findBuiltIn(group, kind, version);
  if (builtIn !== undefined) return builtInResource(builtIn);
  throw notFound(project, { kind, group, version });
}

function notFound(
  { resources }: ProjectFile,
  { kind, group, version }: Pick<WebhookRequest, 'kind' | 'group' | 'version'>,
): CliError {
  const asked = [group, version].filter((part) => part !== undefined).join('/');
  const there = resources.map((one) => `${groupOfResource(one)}/${one.version} ${one.kind}`);
  const has = there.length === 0 ? 'The project has no kinds yet.' : `The project has ${there.join(', ')}.`;
  const known = kinds().find((one) => one.kind === kind);
  const hint =
    known === undefined
      ? `${has} Create it with "kb create api --kind ${kind}", or import a kind of another project with "kb create api --external-api SOURCE".`
      : `For Kubernetes' own ${kind} give --group ${known.group.split('.')[0] || 'core'} --version ${known.version}.`;
  return new CliError('KB_API_NOT_FOUND', `the project has no ${kind}${asked === '' ? '' : ` in ${asked}`}`, { hint });
}

function findBuiltIn(group: string, kind: string, version: string | undefined): KindData | undefined {
  return kinds().find(
    (one) =>
      one.kind === kind &&
      (version === undefined ? one.version === 'v1' : one.version === version) &&
      (group === 'core' ? one.group === '' : one.group === group || one.group.split('.')[0] === group),
  );
}

function builtInResource({ group, version, kind }: KindData): ProjectResource {
  const [label = '', ...domain] = group.split('.');
  const name = label === '' ? 'core' : label;
  return {
    core: true,
    ...(domain.length > 0 && { domain: domain.join('.') }),
    group: name,
    kind,
    path: `${SCOPE}/kubernetes/${name}/${version}`,
    version,
  };
}

/**
 * Returns the webhooks of a kind with those of a request. Throws a CliError if an existing webhook has another path.
 */
export function withRequest(
  before: ProjectWebhooks | undefined,
  request: WebhookRequest,
  spokes: readonly string[],
): ProjectWebhooks {
  refuseOtherPath('defaulting', before?.defaulting, before?.defaultingPath, request.defaultingPath);
  refuseOtherPath('validation', before?.validation, before?.validationPath, request.validationPath);
  const all = [...new Set([...(before?.spoke ?? []), ...spokes])];
  return {
    ...before,
    webhookVersion: 'v1',
    ...(request.defaulting && { defaulting: true }),
    ...(request.validation && { validation: true }),
    ...(request.conversion && { conversion: true }),
    ...(all.length > 0 && { spoke: all }),
    ...(request.defaultingPath !== undefined && { defaultingPath: request.defaultingPath }),
    ...(request.validationPath !== undefined && { validationPath: request.validationPath }),
  };
}

function refuseOtherPath(
  type: 'defaulting' | 'validation',
  isThere: boolean | undefined,
  before: string | undefined,
  wanted: string | undefined,
): void {
  if (isThere !== true || wanted === undefined || wanted === before) return;
  throw new CliError(
    'KB_FLAGS_DIFFER',
    `the kind has a ${type} webhook already, at ${before ?? 'its default path'} instead of ${wanted}`,
    { hint: `Leave --${type}-path out, or change the path in the webhook's file and in PROJECT.` },
  );
}

/** Returns the versions to convert. Throws a CliError for one that the project does not have. */
export function spokesOf(project: ProjectFile, target: ProjectResource, request: WebhookRequest): ProjectResource[] {
  if (!request.conversion) return [];
  if (target.api === undefined) {
    throw new CliError('KB_WRONG_FLAGS', `--conversion is for kinds of your own, and ${target.kind} is not`, {
      hint: 'Who owns the CRD also converts its versions.',
      exitCode: 2,
    });
  }
  const others = project.resources.filter(
    (one) =>
      one.api !== undefined &&
      one.kind === target.kind &&
      groupOfResource(one) === groupOfResource(target) &&
      one.version !== target.version,
  );
  const missing = request.spokes?.find((version) => !others.some((one) => one.version === version));
  if (missing !== undefined || others.length === 0) {
    const version = missing === undefined || missing === target.version ? 'v2' : missing;
    const message =
      missing === undefined
        ? `${target.kind} has no other version than ${target.version}`
        : missing === target.version
          ? `${missing} is the hub, and no spoke`
          : `${target.kind} has no version ${missing}`;
    throw new CliError('KB_API_NOT_FOUND', message, {
      hint: `Create the other version first: "kb create api --kind ${target.kind} --version ${version}".`,
    });
  }
  const hub = others.find((one) => one.webhooks?.conversion === true);
  if (hub !== undefined) {
    throw new CliError('KB_FLAGS_DIFFER', `${hub.version} is the hub of ${target.kind} already`, {
      hint: `Give --version ${hub.version}. A kind has one hub.`,
    });
  }
  return request.spokes === undefined ? others : others.filter(({ version }) => request.spokes?.includes(version));
}

/** Whether two entries of PROJECT are the same kind and version. */
export function isSameKind(a: ProjectResource, b: ProjectResource): boolean {
  const group = (one: ProjectResource): string => (one.core === true ? coreGroup(one) : groupOfResource(one));
  return a.kind === b.kind && a.version === b.version && group(a) === group(b);
}
