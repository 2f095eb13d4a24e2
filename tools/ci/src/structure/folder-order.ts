import { ownImports, type SourceFile } from './source-files.ts';

/**
 * The folders of one package, each with the folders that it may import. These all precede it, so there are no cycles. A
 * file beside the folders may be listed like a folder (`client.ts`).
 */
export type FolderRules = Readonly<Record<string, readonly string[]>>;

/** Lets each folder import all those before it. */
function inOrder(...names: readonly string[]): FolderRules {
  return Object.fromEntries(names.map((name, index) => [name, names.slice(0, index)]));
}

/**
 * The folders that each folder of a package may import, from the lowest layer to the highest. Files beside the folders
 * that are not listed are shared: all folders may import them, and they import no folder. The entries of package.json
 * and tests may import everything.
 */
export const folderOrders: Readonly<Record<string, FolderRules>> = {
  '@kb/apimachinery': inOrder(
    'clock',
    'object',
    'connection',
    'codec',
    'metrics',
    'names',
    'network',
    'pattern',
    'quantity',
    'text',
    'field-error.ts',
    'status',
    'json',
    'json-path',
    'time',
    'schedule',
    'yaml',
    'documents',
    'metadata',
    'selector',
    'quota',
    'schema',
    'cel',
    'managed-fields',
    'patch',
  ),
  // First the data and the code that uses it, then one generated folder per group.
  '@kb/kubernetes': inOrder(
    'data',
    'schema',
    'wire',
    'admissionregistration',
    'apiextensions',
    'apiregistration',
    'apps',
    'authentication',
    'authorization',
    'autoscaling',
    'batch',
    'certificates',
    'coordination',
    'core',
    'discovery',
    'events',
    'flowcontrol',
    'internal',
    'meta',
    'networking',
    'node',
    'policy',
    'rbac',
    'resource',
    'scheduling',
    'storage',
    'storagemigration',
  ),
  // From an object up to the server that receives requests. Every write goes through `pipelines`; they use kinds only
  // through the interfaces in `resources`, so `kinds` are above them.
  '@kb/apiserver': inOrder(
    'objects',
    'aggregation',
    'storage',
    'yaml',
    'http',
    'streams',
    'authentication',
    'authorization',
    'serializer',
    'metrics',
    'audit',
    'resources',
    'tables',
    'webhooks',
    'conversion',
    'admission',
    'policies',
    'not-enforced',
    'context',
    'pipelines',
    'crds',
    'kinds',
    'plugins',
    'resource-metrics',
    'answers',
    'openapi',
    'discovery',
    'handlers',
    'aggregator',
    'bootstrap',
    'adapters',
    'server',
  ),
  // From the reflector up to the manager. The metrics of a component are an interface in its own folder, so that only
  // the manager imports `metrics`.
  '@kb/runtime': {
    log: [],
    // The records of what the other parts do.
    inspection: ['log'],
    tracing: [],
    controllerutil: [],
    compute: [],
    queue: [],
    events: ['log'],
    reflector: ['log'],
    informer: ['log', 'reflector'],
    cache: ['log', 'reflector', 'informer'],
    cluster: ['log', 'reflector', 'cache'],
    client: ['log', 'inspection', 'cache', 'cluster'],
    // Its sources use a reflector's back-off.
    controller: ['log', 'inspection', 'queue', 'events', 'reflector', 'cache', 'cluster', 'client'],
    // Records in an Event who leads.
    'leader-election': ['log', 'events'],
    certificates: ['log'],
    serving: ['log', 'certificates'],
    health: ['log', 'serving'],
    webhook: ['log', 'inspection', 'certificates', 'serving'],
    // Leader election and probes in a separate thread.
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
      'inspection',
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
  },
  // The parts of a client, and separately the access to a cluster; neither imports the other. `surroundings` has the
  // interfaces of what the machine provides.
  '@kb/client': {
    errors: [],
    abort: [],
    observe: [],
    surroundings: [],
    response: ['errors'],
    rest: ['errors', 'abort', 'observe', 'response'],
    streams: ['errors', 'abort', 'observe', 'response', 'rest'],
    dynamic: ['errors', 'abort', 'response'],
    wrappers: ['errors'],
    'create-client.ts': ['observe', 'rest', 'streams', 'wrappers'],
    adapters: ['errors', 'abort', 'surroundings', 'response'],
    access: ['errors', 'surroundings', 'response', 'adapters'],
    codegen: [],
  },
  // From text and diagnostics up to a run. `facts` has the contents of markers as data, `marks` recognises generated
  // and imported files.
  '@kb/codegen': inOrder(
    'text',
    'naming',
    'diagnostic',
    'read',
    'facts',
    'markers',
    'model',
    'marks',
    'project',
    'write',
    'crd',
    'warnings',
    'rbac',
    'webhook',
    'client',
    'load',
    'edit',
    'definitions-of-sources.ts',
    'generate-options.ts',
    'pipeline.ts',
    'generate.ts',
  ),
  // From text up to written files. `type-plan.ts` is the output of `plan` and the input of `declare`.
  '@kb/import': inOrder('read', 'type-plan.ts', 'plan', 'declare', 'print', 'merge', 'import-definitions.ts'),
  '@kb/serving': inOrder('certificates', 'http'),
  '@kb/simulation': inOrder(
    'identity',
    'events',
    'shared',
    'simulation.ts',
    'storage',
    'leases',
    'controller-manager',
    'scheduler',
    'kubelet',
    'provisioner',
    'containers',
    'start-simulated-node.ts',
    'start-workload-simulation.ts',
  ),
  '@kb/testing': inOrder(
    'manifests',
    'permissions',
    'vitest',
    'webhooks',
    'transports',
    'install-crds.ts',
    'control-plane.ts',
    'test-environment.ts',
  ),
  // From the process and its terminal up to the commands.
  '@kb/cli': inOrder(
    'process',
    'terminal',
    'cli-error.ts',
    'node-version.ts',
    'report-diagnostics.ts',
    'command-line',
    'completion',
    'api-server',
    'generate',
    'import',
    'markers',
    'generate-cache',
    'watch',
    'dashboard',
    'open-project.ts',
    'operator-namespace.ts',
    'project-lock',
    'write-kubeconfig.ts',
    'manifests',
    'webhooks',
    'dev',
    'scaffold',
    'external',
    'deploy',
    'container',
    'create-webhook',
    'create-api',
    'update',
    'edit',
    'chart',
    'doctor',
    'delete',
    'init',
    'commands',
    'main.ts',
  ),
};

/**
 * Describes the forbidden imports of a package's source. `entries`: the sources that package.json exports, relative to
 * `src`.
 */
export function wrongFolders(rules: FolderRules, source: SourceFile, entries: ReadonlySet<string>): string[] {
  if (entries.has(source.path) || source.isTest) return [];
  const own = unitOf(source.path, rules);
  const allowed = own === undefined ? [] : rules[own];
  if (allowed === undefined) return [`the folder ${own} is not in the table of folder-order.ts`];
  const problems: string[] = [];
  for (const target of ownImports(source)) {
    // Plain files of the package, outside of its sources.
    if (target.startsWith('../')) continue;
    const other = unitOf(target, rules);
    const isAllowed = other === undefined ? !entries.has(target) : other === own || allowed.includes(other);
    if (!isAllowed) problems.push(`${own ?? 'what all folders use'} may not import ${target}`);
  }
  return problems;
}

/** Lists the rules that are out of order: a folder may import itself, a later folder, or a folder without a rule. */
export function wrongRules(rules: FolderRules): string[] {
  const names = Object.keys(rules);
  return Object.entries(rules).flatMap(([name, allowed], index) =>
    allowed
      .filter((other) => !names.slice(0, index).includes(other))
      .map((other) => `${other} does not stand before ${name}`),
  );
}

/** The folder of a file below `src`, or the file itself if the rules list it; undefined for shared files. */
function unitOf(path: string, rules: FolderRules): string | undefined {
  const end = path.indexOf('/');
  if (end >= 0) return path.slice(0, end);
  return Object.hasOwn(rules, path) ? path : undefined;
}
