import { trimEndOf } from '@kb/apimachinery/codec';
import {
  defaultProjectPaths,
  groupOfResource,
  type ProjectController,
  type ProjectFile,
  type ProjectPaths,
  PROJECT_LAYOUT,
  type ProjectResource,
} from './project-file.ts';
import { readWebhooks } from './read-webhooks.ts';
import { readGenerateSettings } from './read-generate-settings.ts';
import { asList, asObject, flag, otherKeys, type Path, type Report, text, texts } from './read-values.ts';

const knownKeys = new Set([
  'version',
  'domain',
  'repo',
  'projectName',
  'layout',
  'cliVersion',
  'multigroup',
  'namespaced',
  'namespace',
  'paths',
  'generate',
  'resources',
]);
const resourceKeys = new Set([
  'api',
  'controller',
  'controllers',
  'core',
  'domain',
  'external',
  'group',
  'kind',
  'module',
  'path',
  'plural',
  'version',
  'webhooks',
]);
const apiKeys = new Set(['crdVersion', 'namespaced']);
const controllerKeys = new Set(['name']);
const CONTROLLER_NAME = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const LABEL = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** Reads the project in a file's content. Reports all problems; the result is only valid if there are none. */
export function readProject(value: unknown, report: Report): ProjectFile {
  const file = asObject(value, [], report);
  // A file without any key has one problem, not one for each key.
  const missing: Report =
    Object.keys(file).length === 0 && value !== null && value !== undefined ? () => undefined : report;
  const { version } = file;
  if (version === undefined) missing(['version'], 'version is missing', 'write version: "3"');
  else if (version !== '3')
    report(
      ['version'],
      `version ${JSON.stringify(version)} is not supported`,
      `write version: "3"${version === 3 ? ', in quotes' : ''}`,
    );
  const layout = typeof file['layout'] === 'string' ? [file['layout']] : texts(file, 'layout', [], report);
  if (layout.length > 0 && !layout.includes(PROJECT_LAYOUT)) {
    report(
      ['layout'],
      `this project has the layout ${layout.join(', ')}, which kb does not know`,
      layout.some((one) => one.startsWith('go.'))
        ? `it is a project for Go, which kb does not convert: make one with kb init in another folder, and write its types in TypeScript; kb's own layout is ${PROJECT_LAYOUT}`
        : `kb's own layout is ${PROJECT_LAYOUT}`,
    );
  }
  const projectName = text(file, 'projectName', [], missing, { required: true });
  if (projectName !== '' && !LABEL.test(projectName)) {
    report(
      ['projectName'],
      `${JSON.stringify(projectName)} is not a valid name of a project`,
      'lower case letters, digits and "-", at most 63',
    );
  }
  const domain = text(file, 'domain', [], missing, { required: true });
  if (domain !== '' && !SUBDOMAIN.test(domain))
    report(['domain'], `${JSON.stringify(domain)} is not a domain`, 'such as example.com');
  const cliVersion = text(file, 'cliVersion', [], report);
  const multigroup = flag(file, 'multigroup', [], report);
  const namespaced = flag(file, 'namespaced', [], report);
  const namespace = text(file, 'namespace', [], report);
  if (namespace !== '' && !LABEL.test(namespace))
    report(['namespace'], `${JSON.stringify(namespace)} is not a namespace`, 'such as shop-system');
  const generate = readGenerateSettings(file['generate'], report);
  const other = otherKeys(file, knownKeys);
  return {
    version: '3',
    domain,
    repo: text(file, 'repo', [], report),
    projectName,
    layout,
    ...(cliVersion !== '' && { cliVersion }),
    ...(multigroup && { multigroup }),
    ...(namespaced && { namespaced }),
    ...(namespace !== '' && { namespace }),
    paths: readPaths(file['paths'], report),
    ...(generate !== undefined && { generate }),
    resources: readResources(file['resources'], report),
    ...(other !== undefined && { other }),
  };
}

const pathKeys = ['api', 'client', 'controller', 'config', 'crd', 'externalCrd', 'rbac', 'webhook'];

function readPaths(value: unknown, report: Report): ProjectPaths {
  if (value === undefined) return defaultProjectPaths;
  const paths = asObject(value, ['paths'], report);
  for (const key of Object.keys(paths)) {
    if (!pathKeys.includes(key))
      report(['paths', key], `paths has no ${JSON.stringify(key)}`, `it has ${pathKeys.join(', ')}`, 'key');
  }
  const several = (key: 'api' | 'controller'): readonly string[] => {
    if (paths[key] === undefined) return defaultProjectPaths[key];
    const folders = typeof paths[key] === 'string' ? [paths[key]] : texts(paths, key, ['paths'], report);
    folders.forEach((folder) => checkFolder(folder, ['paths', key], report));
    return folders.map(withoutSlash);
  };
  const given = (key: 'client' | 'config' | 'crd' | 'externalCrd' | 'rbac' | 'webhook'): string => {
    const folder = text(paths, key, ['paths'], report);
    checkFolder(folder, ['paths', key], report);
    return withoutSlash(folder);
  };
  const one = (key: 'client' | 'config'): string => (paths[key] === undefined ? defaultProjectPaths[key] : given(key));
  const outputs = (['crd', 'externalCrd', 'rbac', 'webhook'] as const).filter((key) => paths[key] !== undefined);
  return {
    api: several('api'),
    client: one('client'),
    controller: several('controller'),
    config: one('config'),
    ...Object.fromEntries(outputs.map((key) => [key, given(key)])),
  };
}

function checkFolder(folder: string, path: Path, report: Report): void {
  const parts = folder.split('/');
  if (
    folder === '' ||
    folder.startsWith('/') ||
    /^[A-Za-z]:|\\/.test(folder) ||
    parts.includes('..') ||
    parts.includes('.')
  ) {
    report(
      path,
      `${JSON.stringify(folder)} is not a folder of this project`,
      'write it relative to the project file, with /, such as packages/api',
    );
  }
}

function withoutSlash(folder: string): string {
  return trimEndOf(folder, '/');
}

/** Reads the kinds. Commands find an entry by group, version and kind, so that there can be one of each only. */
function readResources(value: unknown, report: Report): ProjectResource[] {
  const resources = asList(value, ['resources'], report).map((resource, index) =>
    readResource(resource, ['resources', index], report),
  );
  const names = resources.map((one) => `${groupOfResource(one)}/${one.version} ${one.kind}`);
  names.forEach((name, index) => {
    const first = names.indexOf(name);
    if (first === index || resources[index]?.kind === '' || resources[index]?.version === '') return;
    report(
      ['resources', index, 'kind'],
      `${name} is listed twice, as resources.${first} and resources.${index}`,
      'write what both say into one of the entries, and remove the other',
    );
  });
  return resources;
}

function readResource(value: unknown, path: Path, report: Report): ProjectResource {
  const resource = asObject(value, path, report);
  const optional = (key: 'domain' | 'group' | 'module' | 'path' | 'plural'): { [name: string]: string } => {
    const found = text(resource, key, path, report);
    return found === '' ? {} : { [key]: found };
  };
  const other = otherKeys(resource, resourceKeys);
  const controller = flag(resource, 'controller', path, report);
  const controllers = readControllers(resource['controllers'], [...path, 'controllers'], report);
  const core = flag(resource, 'core', path, report);
  const external = flag(resource, 'external', path, report);
  const webhooks =
    resource['webhooks'] === undefined ? undefined : readWebhooks(resource['webhooks'], [...path, 'webhooks'], report);
  const api = resource['api'] === undefined ? undefined : readApi(resource['api'], [...path, 'api'], report);
  return {
    ...(api !== undefined && { api }),
    ...(controller && { controller }),
    ...(controllers.length > 0 && { controllers }),
    ...(core && { core }),
    ...optional('domain'),
    ...(external && { external }),
    ...optional('group'),
    kind: text(resource, 'kind', path, report, { required: true }),
    ...optional('module'),
    ...optional('path'),
    ...optional('plural'),
    version: text(resource, 'version', path, report, { required: true }),
    ...(webhooks !== undefined && { webhooks }),
    ...(other !== undefined && { other }),
  };
}

function readControllers(value: unknown, path: Path, report: Report): ProjectController[] {
  const controllers = asList(value, path, report).map((entry, index): ProjectController => {
    const controller = asObject(entry, [...path, index], report);
    const other = otherKeys(controller, controllerKeys);
    const name = text(controller, 'name', [...path, index], report, { required: true });
    if (name !== '' && !CONTROLLER_NAME.test(name)) {
      report(
        [...path, index, 'name'],
        `${JSON.stringify(name)} is not a name of a controller`,
        'lower case letters, digits and "-", beginning with a letter, such as captain-backup',
      );
    }
    return { name, ...(other !== undefined && { other }) };
  });
  controllers.forEach(({ name }, index) => {
    if (name === '' || controllers.findIndex((one) => one.name === name) === index) return;
    report([...path, index, 'name'], `two controllers have the name ${JSON.stringify(name)}`, 'give each its own');
  });
  return controllers;
}

function readApi(value: unknown, path: Path, report: Report): ProjectResource['api'] {
  const api = asObject(value, path, report);
  if (api['crdVersion'] !== undefined && api['crdVersion'] !== 'v1') {
    report(
      [...path, 'crdVersion'],
      `crdVersion ${JSON.stringify(api['crdVersion'])} is not supported`,
      'write crdVersion: v1',
    );
  }
  const other = otherKeys(api, apiKeys);
  return {
    crdVersion: 'v1',
    ...(flag(api, 'namespaced', path, report) && { namespaced: true }),
    ...(other !== undefined && { other }),
  };
}
