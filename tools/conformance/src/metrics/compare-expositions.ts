import type { Failure, SuiteResult } from '../suite.ts';
import type { Exposition, MetricFamily } from './families.ts';
import { type KnownDifference, knownDifferences } from './known-differences.ts';

/**
 * A program's metrics at two moments: after its first reconcile, when counters of everything else are 0, and at the
 * end.
 */
export interface Snapshots {
  readonly first: Exposition;
  readonly worked: Exposition;
}

/**
 * Compares our metrics with controller-runtime's, family by family: type, labels, bounds, series and values. `live`:
 * theirs are complete, so a known difference that does not occur is a failure too.
 */
export function compareSnapshots(ours: Snapshots, theirs: Snapshots, live: boolean): SuiteResult {
  const failures: Failure[] = [];
  const met = new Set<KnownDifference>();
  let total = 0;
  for (const moment of ['first', 'worked'] as const) {
    const names = new Set([...ours[moment].families, ...theirs[moment].families].map(({ name }) => name));
    for (const name of [...names].toSorted()) {
      total += 1;
      const message = compareFamilies(find(ours[moment], name), find(theirs[moment], name), (difference) =>
        met.add(difference),
      );
      if (message !== undefined) failures.push({ name: `${name}, ${moment}`, message });
    }
  }
  total += 1;
  if (ours.worked.contentType !== theirs.worked.contentType) {
    failures.push({ name: 'content type', message: `${ours.worked.contentType} for ${theirs.worked.contentType}` });
  }
  for (const difference of live ? knownDifferences.filter(({ chance }) => !chance) : []) {
    total += 1;
    if (met.has(difference)) continue;
    failures.push({ name: `known difference ${difference.families}`, message: 'no longer occurs: remove it' });
  }
  return { total, failures };
}

/**
 * Removes the metrics that are not compared with a recording: those that only controller-runtime has, and those that
 * vary from run to run.
 */
export function keptPart({ contentType, families }: Exposition): Exposition {
  const kept = families.filter(({ name }) => !isKnown(name, 'theirs'));
  return {
    contentType,
    families: kept.map((family) => ({
      ...family,
      series: isKnown(family.name, 'series')
        ? {}
        : Object.fromEntries(
            Object.entries(family.series).map(([labels, value]) => [
              labels,
              isKnown(family.name, 'values') ? 0 : value,
            ]),
          ),
    })),
  };
}

const find = (exposition: Exposition, name: string): MetricFamily | undefined =>
  exposition.families.find((family) => family.name === name);

function isKnown(name: string, kind: KnownDifference['kind']): KnownDifference | undefined {
  return knownDifferences.find((difference) => difference.kind === kind && difference.families.test(name));
}

/**
 * Describes the difference of a family; undefined if it is equal or the difference is known. Calls `meet` for known
 * ones.
 */
function compareFamilies(
  ours: MetricFamily | undefined,
  theirs: MetricFamily | undefined,
  meet: (difference: KnownDifference) => void,
): string | undefined {
  const name = ours?.name ?? theirs?.name ?? '';
  if (!ours || !theirs) {
    const known = isKnown(name, ours ? 'ours' : 'theirs');
    if (known) meet(known);
    return known ? undefined : `only ${ours ? 'ours has' : 'controller-runtime has'} it`;
  }
  const anySeries = isKnown(name, 'series');
  const anyValues = isKnown(name, 'values');
  const facts = (family: MetricFamily): object => ({
    type: family.type,
    labels: family.labels,
    buckets: family.buckets,
    series: anySeries ? undefined : anyValues ? Object.keys(family.series).toSorted() : sorted(family.series),
  });
  if (anySeries && JSON.stringify(sorted(ours.series)) !== JSON.stringify(sorted(theirs.series))) meet(anySeries);
  if (anyValues && JSON.stringify(sorted(ours.series)) !== JSON.stringify(sorted(theirs.series))) meet(anyValues);
  const [own, other] = [JSON.stringify(facts(ours), null, 1), JSON.stringify(facts(theirs), null, 1)];
  return own === other ? undefined : `ours ${own}\ncontroller-runtime's ${other}`;
}

function sorted(series: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(series).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
