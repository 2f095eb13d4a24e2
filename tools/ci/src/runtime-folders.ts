import { posix } from 'node:path';

/**
 * The folders of packages/runtime/src that each one may import: only such as stand above it, so that there are no
 * cycles. From what reads the server up to what runs everything. What a part counts is an interface in its own folder,
 * so that only the manager knows of `metrics`. The files beside the folders (`abort-scope.ts`, `durations.ts`…) are for
 * all of them and import none; the entries of package.json, scenarios and tests may import all.
 */
const folders: Readonly<Record<string, readonly string[]>> = {
  log: [],
  tracing: [],
  helpers: [],
  compute: [],
  queue: [],
  events: ['log'],
  reflector: ['log'],
  informer: ['log', 'reflector'],
  cache: ['log', 'reflector', 'informer'],
  cluster: ['log', 'reflector', 'cache'],
  client: ['cache'],
  // Its sources back off as a reflector does.
  controller: ['log', 'queue', 'events', 'reflector', 'cache', 'cluster', 'client'],
  // Says who leads in an Event.
  'leader-election': ['log', 'events'],
  certificates: ['log'],
  serving: ['log', 'certificates'],
  health: ['log', 'serving'],
  webhook: ['log', 'certificates', 'serving'],
  // Leader election and probes in a thread of their own.
  'election-thread': ['log', 'events', 'leader-election', 'serving', 'health'],
  // The server of the metrics, and what each part counts.
  metrics: [
    'log',
    'certificates',
    'serving',
    'events',
    'reflector',
    'queue',
    'controller',
    'leader-election',
    'webhook',
  ],
  manager: [
    'log',
    'events',
    'reflector',
    'cache',
    'cluster',
    'client',
    'controller',
    'leader-election',
    'certificates',
    'serving',
    'health',
    'webhook',
    'election-thread',
    'metrics',
  ],
};

/**
 * What is wrong with the imports of a file, relative to packages/runtime/src. `entries` are those of package.json,
 * relative to it too.
 */
export function wrongFolders(file: string, imports: readonly string[], entries: ReadonlySet<string>): string[] {
  const own = folderOf(file);
  if (entries.has(file) || own === 'scenarios' || own === 'testdata' || file.endsWith('.test.ts')) return [];
  const may = own === undefined ? [] : folders[own];
  if (!may) return [`the folder ${own} is not in the table of tools/ci/src/runtime-folders.ts`];
  const names = Object.keys(folders);
  const below = may.filter((other) => names.indexOf(other) >= names.indexOf(own ?? ''));
  return [
    ...(own === undefined
      ? []
      : below.map((other) => `${other} does not stand above ${own} in tools/ci/src/runtime-folders.ts`)),
    ...imports
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => posix.join(posix.dirname(file), specifier))
      .filter((target) => {
        const other = folderOf(target);
        return other === undefined ? entries.has(target) : other !== own && !may.includes(other);
      })
      .map((target) => `${own ?? 'what all folders use'} may not import ${target}`),
  ];
}

function folderOf(file: string): string | undefined {
  const end = file.indexOf('/');
  return end < 0 ? undefined : file.slice(0, end);
}
