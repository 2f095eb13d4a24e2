import {
  defaultProjectPaths,
  type GenerateSettings,
  type ProjectFile,
  type ProjectPaths,
  projectLayout,
  type ProjectResource,
} from './project-file.ts';

/** Where a value is in the file. */
type Path = readonly (string | number)[];

/** Says what is wrong with a value. */
type Report = (path: Path, message: string, hint?: string) => void;

const knownKeys = new Set([
  'version',
  'domain',
  'repo',
  'projectName',
  'layout',
  'cliVersion',
  'paths',
  'generate',
  'resources',
]);
const resourceKeys = new Set(['api', 'controller', 'domain', 'group', 'kind', 'path', 'plural', 'version']);
const label = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const subdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** The project that a file's content describes. Reports everything that is wrong with it; the result counts only when nothing was. */
export function readProject(value: unknown, report: Report): ProjectFile {
  const file = asObject(value, [], report);
  if (file['version'] !== '3') {
    report(['version'], `version ${JSON.stringify(file['version'])} is not supported`, 'write version: "3"');
  }
  const layout = typeof file['layout'] === 'string' ? [file['layout']] : texts(file, 'layout', [], report);
  if (layout.length > 0 && !layout.includes(projectLayout)) {
    report(
      ['layout'],
      `this project is laid out by ${layout.join(', ')}, which kb does not know`,
      `kb's own layout is ${projectLayout}`,
    );
  }
  const projectName = text(file, 'projectName', [], report, { required: true });
  if (projectName !== '' && !label.test(projectName)) {
    report(
      ['projectName'],
      `${JSON.stringify(projectName)} is no name of a project`,
      'lower case letters, digits and "-", at most 63',
    );
  }
  const domain = text(file, 'domain', [], report, { required: true });
  if (domain !== '' && !subdomain.test(domain))
    report(['domain'], `${JSON.stringify(domain)} is no domain`, 'such as example.com');
  const cliVersion = text(file, 'cliVersion', [], report);
  const generate = readGenerate(file['generate'], report);
  const other = otherKeys(file, knownKeys);
  return {
    version: '3',
    domain,
    repo: text(file, 'repo', [], report),
    projectName,
    layout,
    ...(cliVersion !== '' && { cliVersion }),
    paths: readPaths(file['paths'], report),
    ...(generate !== undefined && { generate }),
    resources: asList(file['resources'], ['resources'], report).map((resource, index) =>
      readResource(resource, ['resources', index], report),
    ),
    ...(other !== undefined && { other }),
  };
}

function readPaths(value: unknown, report: Report): ProjectPaths {
  if (value === undefined) return defaultProjectPaths;
  const paths = asObject(value, ['paths'], report);
  for (const key of Object.keys(paths)) {
    if (!Object.hasOwn(defaultProjectPaths, key)) {
      report(
        ['paths', key],
        `paths has no ${JSON.stringify(key)}`,
        `it has ${Object.keys(defaultProjectPaths).join(', ')}`,
      );
    }
  }
  const several = (key: 'api' | 'controller'): readonly string[] => {
    if (paths[key] === undefined) return defaultProjectPaths[key];
    const folders = typeof paths[key] === 'string' ? [paths[key]] : texts(paths, key, ['paths'], report);
    folders.forEach((folder) => checkFolder(folder, ['paths', key], report));
    return folders.map(withoutSlash);
  };
  const one = (key: 'client' | 'config'): string => {
    if (paths[key] === undefined) return defaultProjectPaths[key];
    const folder = text(paths, key, ['paths'], report);
    checkFolder(folder, ['paths', key], report);
    return withoutSlash(folder);
  };
  return { api: several('api'), client: one('client'), controller: several('controller'), config: one('config') };
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
      `${JSON.stringify(folder)} is no folder of this project`,
      'write it relative to the project file, with /, such as packages/api',
    );
  }
}

function withoutSlash(folder: string): string {
  return folder.replace(/\/+$/, '');
}

function readGenerate(value: unknown, report: Report): GenerateSettings | undefined {
  if (value === undefined) return undefined;
  const settings = asObject(value, ['generate'], report);
  for (const key of Object.keys(settings)) {
    if (key !== 'ignoredMarkers' && key !== 'allowDangerousTypes')
      report(
        ['generate', key],
        `generate has no ${JSON.stringify(key)}`,
        'it has ignoredMarkers and allowDangerousTypes',
      );
  }
  const ignoredMarkers = texts(settings, 'ignoredMarkers', ['generate'], report);
  const allowDangerousTypes = flag(settings, 'allowDangerousTypes', ['generate'], report);
  return { ...(ignoredMarkers.length > 0 && { ignoredMarkers }), ...(allowDangerousTypes && { allowDangerousTypes }) };
}

function readResource(value: unknown, path: Path, report: Report): ProjectResource {
  const resource = asObject(value, path, report);
  const optional = (key: 'domain' | 'group' | 'path' | 'plural'): { [name: string]: string } => {
    const found = text(resource, key, path, report);
    return found === '' ? {} : { [key]: found };
  };
  const other = otherKeys(resource, resourceKeys);
  const controller = flag(resource, 'controller', path, report);
  const api = resource['api'] === undefined ? undefined : readApi(resource['api'], [...path, 'api'], report);
  return {
    ...(api !== undefined && { api }),
    ...(controller && { controller }),
    ...optional('domain'),
    ...optional('group'),
    kind: text(resource, 'kind', path, report, { required: true }),
    ...optional('path'),
    ...optional('plural'),
    version: text(resource, 'version', path, report, { required: true }),
    ...(other !== undefined && { other }),
  };
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
  return { crdVersion: 'v1', ...(flag(api, 'namespaced', path, report) && { namespaced: true }) };
}

function otherKeys(
  value: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  const entries = Object.entries(value).filter(([key]) => !known.has(key));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function asObject(value: unknown, path: Path, report: Report): Readonly<Record<string, unknown>> {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value };
  report(path, `expected keys and values${path.length === 0 ? '' : ` under ${path.join('.')}`}`);
  return {};
}

function asList(value: unknown, path: Path, report: Report): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  report(path, `expected a list under ${path.join('.')}`);
  return [];
}

function text(
  from: Readonly<Record<string, unknown>>,
  key: string,
  path: Path,
  report: Report,
  { required = false } = {},
): string {
  const value = from[key];
  if (value === undefined || value === null || value === '') {
    if (required) report([...path, key], `${[...path, key].join('.')} is missing`);
    return '';
  }
  if (typeof value === 'string') return value;
  report([...path, key], `expected text as ${[...path, key].join('.')}, found ${JSON.stringify(value)}`);
  return '';
}

function texts(from: Readonly<Record<string, unknown>>, key: string, path: Path, report: Report): string[] {
  return asList(from[key], [...path, key], report).flatMap((value, index) => {
    if (typeof value === 'string') return [value];
    report([...path, key, index], `expected text in ${[...path, key].join('.')}, found ${JSON.stringify(value)}`);
    return [];
  });
}

function flag(from: Readonly<Record<string, unknown>>, key: string, path: Path, report: Report): boolean {
  const value = from[key];
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  report([...path, key], `expected true or false as ${[...path, key].join('.')}, found ${JSON.stringify(value)}`);
  return false;
}
