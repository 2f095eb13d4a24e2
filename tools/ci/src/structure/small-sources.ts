/** Sources with fewer lines belong into the one that imports them, if it is only one. */
const FEWEST_LINES = 30;

/** A source with what decides whether it may be small. Tests are left out, as sources and as importers. */
export interface MeasuredSource {
  /** Relative to the repository, as all paths here. */
  readonly path: string;
  readonly lines: number;
  /** The sources, scripts and programs that import it. */
  readonly importers: readonly string[];
  /** Whether package.json exports it. */
  readonly isEntry: boolean;
  readonly hasTest: boolean;
}

/** Where sources may be small: each has its place among others of its sort. */
interface Place {
  readonly path: RegExp;
  /** The importer that has all of this sort. Default: any. */
  readonly importer?: string;
  readonly reason: string;
}

const places: readonly Place[] = [
  { path: /^packages\/apiserver\/src\/kinds\/(?!shared\/)/, reason: 'a record for each kind' },
  {
    path: /^packages\/apiserver\/src\/handlers\//,
    importer: 'packages/apiserver/src/server/route.ts',
    reason: 'a handler for each route',
  },
  {
    path: /^packages\/apiserver\/src\/plugins\//,
    importer: 'packages/apiserver/src/plugins/admission-plugins.ts',
    reason: 'a file for each admission plugin',
  },
  {
    path: /^packages\/client\/src\/rest\/verbs\//,
    importer: 'packages/client/src/create-client.ts',
    reason: 'a function for each verb',
  },
  {
    path: /^packages\/runtime\/src\/metrics\/families\//,
    importer: 'packages/runtime/src/metrics/runtime-metrics.ts',
    reason: 'the metrics of each part',
  },
  {
    path: /^packages\/cli\/src\/commands\//,
    importer: 'packages/cli/src/commands/index.ts',
    reason: 'each command, loaded when it is called',
  },
  { path: /^packages\/dashboard\/src\/page\/.*\.tsx$/, reason: 'a component a file' },
  { path: /^packages\/appservice\//, reason: 'the example: files as kb and its users write them' },
  { path: /^tools\/conformance\/.*-suite\.ts$/, reason: 'each suite of the comparisons' },
  { path: /(?:^|\/)adapters\/|-adapter\.ts$/, reason: 'the only places of timers, sockets and Date' },
  { path: /\/error-codes\.ts$/, reason: 'the table of a package, which docs and checks read' },
  { path: /\/known-differences\.ts$/, reason: 'the list of a comparison, which people edit' },
  { path: /\/not-enforced\/unvalidated-kinds\.ts$/, reason: 'a list that becomes shorter with each validated kind' },
];

/** Small sources that are a concept of their own, each with the reason. */
const concepts: Readonly<Record<string, string>> = {
  'packages/apimachinery/src/yaml/format-number.ts': "controller-gen's numbers; the printer is long without them",
  'packages/apiserver/src/tables/scale-columns.ts': 'the table of a Scale; its handler is long without it',
  'packages/runtime/src/manager/process/watched-namespaces.ts': 'the form of WATCH_NAMESPACE, with its own test',
  'packages/runtime/src/version.ts': 'written by the release',
  'packages/simulation/src/controller-manager/deployment/strategy/recreate.ts': 'a strategy, as rolling-update.ts is',
  'packages/simulation/src/controller-manager/job/success-policy.ts': 'a policy, as failure-policy.ts is',
};

/** The sources that are too small to stand alone, in words, and listed concepts that need no mention any more. */
export function tooSmall(
  sources: readonly MeasuredSource[],
  listed: Readonly<Record<string, string>> = concepts,
): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const small = sources.filter((source) => isSmall(source, byPath));
  const stale = Object.keys(listed).filter((path) => !small.some((source) => source.path === path));
  return [
    ...small
      .filter(({ path }) => !Object.hasOwn(listed, path))
      .map(
        ({ path, lines, importers }) =>
          `${path}: has ${lines} lines and is imported by ${importers.join()} alone: move it there, or beside its like`,
      ),
    ...stale.map((path) => `${path}: is not small and imported once: take it off the list in small-sources.ts`),
  ];
}

function isSmall({ path, lines, importers, isEntry, hasTest }: MeasuredSource, byPath: Sources): boolean {
  const [importer = '', ...others] = importers;
  if (lines >= FEWEST_LINES || importer === '' || others.length > 0 || isEntry) return false;
  const caller = byPath.get(importer);
  // Entries only export: a public function stands in a source beside them.
  if (caller?.isEntry) return false;
  // A test cannot import a program, since that runs it. Scripts are programs that are not among the sources.
  if (hasTest && !caller?.importers.length) return false;
  return !places.some((place) => place.path.test(path) && (place.importer ?? importer) === importer);
}

type Sources = ReadonlyMap<string, MeasuredSource>;
