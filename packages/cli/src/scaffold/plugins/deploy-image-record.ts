import { isDeepStrictEqual } from 'node:util';
import { groupOfResource, type ProjectFile, type ProjectResource } from '@kb/codegen';
import { CliError } from '../../cli-error.ts';
import type { DeployImage } from '../templates/deploy-image/deploy-image.ts';
import { asRecord } from './plugin-record.ts';

/** Where kubebuilder's PROJECT has the options of its plugin of the same purpose. */
const PLUGIN = 'deploy-image.go.kubebuilder.io/v1-alpha';

type Entries = readonly Readonly<Record<string, unknown>>[];

/** The container that the operator runs for each object of a kind, as PROJECT says; undefined for other kinds. */
export function deployImageOf(project: ProjectFile, resource: ProjectResource): DeployImage | undefined {
  const options = asRecord(entriesOf(project).find((entry) => isOf(entry, resource))?.['options']);
  const { image, containerCommand, containerPort, runAsUser } = options;
  if (typeof image !== 'string') return undefined;
  const number = (value: unknown): number | undefined => (/^\d+$/.test(String(value)) ? Number(value) : undefined);
  return {
    image,
    command: typeof containerCommand === 'string' ? containerCommand.split(',') : undefined,
    port: number(containerPort),
    runAsUser: number(runAsUser),
  };
}

/** The project with the options of a kind's container; undefined: with none. Keeps what other plugins have there. */
export function withDeployImage(
  project: ProjectFile,
  resource: ProjectResource,
  deployImage: DeployImage | undefined,
): ProjectFile {
  const before = entriesOf(project);
  const others = before.filter((entry) => !isOf(entry, resource));
  if (deployImage === undefined && others.length === before.length) return project;
  const resources = deployImage === undefined ? others : [...others, entryOf(resource, deployImage)];
  const { [PLUGIN]: plugin, ...plugins } = asRecord(project.other?.['plugins']);
  const rest = Object.fromEntries(Object.entries(project.other ?? {}).filter(([key]) => key !== 'plugins'));
  const all = resources.length === 0 ? plugins : { ...plugins, [PLUGIN]: { ...asRecord(plugin), resources } };
  const other = Object.keys(all).length === 0 ? rest : { ...rest, plugins: all };
  const { other: _other, ...known } = project;
  return Object.keys(other).length === 0 ? known : { ...known, other };
}

/** Throws a CliError if a kind of the project runs another container than the flags say. */
export function refuseOtherImage(
  project: ProjectFile,
  resource: ProjectResource,
  given: DeployImage | undefined,
): void {
  if (given === undefined) return;
  const there = deployImageOf(project, resource);
  const plain = (one: DeployImage | undefined): unknown => JSON.parse(JSON.stringify(one ?? {}));
  if (isDeepStrictEqual(plain(there), plain(given))) return;
  const what = there === undefined ? 'runs no image' : `runs ${describe(there)}`;
  const name = `${groupOfResource(resource)}/${resource.version}`;
  throw new CliError('KB_API_EXISTS', `${name} has a kind ${resource.kind} already, which ${what}`, {
    hint: 'Change the image in its sample and in the objects; other settings are in its controller.',
  });
}

function describe({ image, command, port, runAsUser }: DeployImage): string {
  const more = [
    command && `the command ${command.join(',')}`,
    port && `the port ${port}`,
    runAsUser && `the user ${runAsUser}`,
  ].filter((one) => one !== undefined);
  return more.length === 0 ? image : `${image} with ${more.join(', ')}`;
}

function entryOf({ domain, group, kind, version }: ProjectResource, deployImage: DeployImage): object {
  const { image, command, port, runAsUser } = deployImage;
  return {
    ...(domain !== undefined && { domain }),
    ...(group !== undefined && { group }),
    kind,
    options: {
      ...(command !== undefined && { containerCommand: command.join(',') }),
      ...(port !== undefined && { containerPort: String(port) }),
      image,
      ...(runAsUser !== undefined && { runAsUser: String(runAsUser) }),
    },
    version,
  };
}

function entriesOf({ other }: ProjectFile): Entries {
  const { resources } = asRecord(asRecord(other?.['plugins'])[PLUGIN]);
  return Array.isArray(resources) ? resources.map(asRecord) : [];
}

function isOf(
  entry: Readonly<Record<string, unknown>>,
  { domain = '', group = '', kind, version }: ProjectResource,
): boolean {
  return (
    entry['kind'] === kind &&
    entry['version'] === version &&
    (entry['group'] ?? '') === group &&
    (entry['domain'] ?? '') === domain
  );
}
