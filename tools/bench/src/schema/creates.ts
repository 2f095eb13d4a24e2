import type { Comparison } from '../comparison.ts';
import { type BenchServer } from '../api-server/bench-server.ts';
import { type Load, openLoad } from '../api-server/load.ts';
import type { BenchKind } from './objects/bench-kind.ts';
import { collectionOf } from './served-kind.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const CONNECTIONS = 16;
const REQUESTS = 300;
/** The warm-up before each measurement. */
const WARM_UPS = 200;
/** How long a new kind may take until its objects can be created, in milliseconds. */
const PATIENCE_MS = 60_000;

/** What is measured of a kind. Objects: in microseconds for each request. */
export interface CreateTimes {
  /** Creating the definition, in milliseconds. */
  readonly definition: number;
  /** A dry run, one request at a time. */
  readonly single: number;
  /** A create that is stored, one request at a time. */
  readonly singleStored: number;
  /** Dry runs, {@link CONNECTIONS} at a time: the time of all, divided by their number. */
  readonly crowded: number;
  /** Creates that are stored, likewise. */
  readonly stored: number;
}

type Way = Exclude<keyof CreateTimes, 'definition'>;

const ways: Readonly<Record<Way, string>> = {
  single: 'dry run, one at a time',
  singleStored: 'stored, one at a time',
  crowded: `dry run, ${CONNECTIONS} at a time`,
  stored: `stored, ${CONNECTIONS} at a time`,
};

/** Measures creates of objects on a server, by the name of their kind. */
export async function measureCreates(
  server: BenchServer,
  kinds: readonly BenchKind[],
): Promise<ReadonlyMap<string, CreateTimes>> {
  const [one, many] = [openLoad(server, 1), openLoad(server, CONNECTIONS)];
  try {
    const measured = new Map<string, CreateTimes>();
    for (const kind of kinds) {
      const definition = await define(one, kind);
      measured.set(kind.name, { definition, ...(await measureKind(one, many, kind)) });
    }
    return measured;
  } finally {
    await one.close();
    await many.close();
  }
}

async function measureKind(one: Load, many: Load, kind: BenchKind): Promise<Record<Way, number>> {
  const measure = async (load: Load, way: Way): Promise<number> => {
    const request = (index: number) =>
      createRequest(kind, `${way.toLowerCase()}-${index}`, way === 'single' || way === 'crowded');
    await load.run(WARM_UPS, (index) => request(REQUESTS + index));
    return ((await load.run(REQUESTS, request)) / REQUESTS) * 1000;
  };
  return {
    single: await measure(one, 'single'),
    singleStored: await measure(one, 'singleStored'),
    crowded: await measure(many, 'crowded'),
    stored: await measure(many, 'stored'),
  };
}

const createRequest = (kind: BenchKind, name: string, isDryRun: boolean) => ({
  method: 'POST' as const,
  path: `${collectionOf(kind)}${isDryRun ? '?dryRun=All' : ''}`,
  body: JSON.stringify({ ...kind.object, metadata: { ...Object(kind.object['metadata']), name } }),
});

/** Creates the definition, and waits until objects can be created. Resolves with the milliseconds of the first. */
async function define(load: Load, kind: BenchKind): Promise<number> {
  const body = JSON.stringify(kind.definition);
  const started = performance.now();
  await load.request({ method: 'POST', path: DEFINITIONS, body });
  const took = performance.now() - started;
  for (;;) {
    try {
      await load.request(createRequest(kind, 'first', true));
      return took;
    } catch (error) {
      const isServed = !(error instanceof Error && / 404 | 503 /.test(error.message));
      if (isServed || performance.now() > started + PATIENCE_MS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * The measurements of both servers, compared. `goal`: the upper limit of the ratios of the time of a create. Many at a
 * time, kube-apiserver uses all cores: that is reported.
 */
export function compareCreates(
  { name }: BenchKind,
  ours: readonly ReadonlyMap<string, CreateTimes>[],
  real: readonly ReadonlyMap<string, CreateTimes>[],
  goal: number | undefined,
): Comparison[] {
  const compared = (what: keyof CreateTimes) => ({
    ours: ours.map((times) => times.get(name)?.[what] ?? Number.NaN),
    other: real.map((times) => times.get(name)?.[what] ?? Number.NaN),
  });
  return [
    { name: `${name}, its definition`, unit: 'ms', ...compared('definition') },
    ...(['single', 'singleStored', 'crowded', 'stored'] as const).map((way) => ({
      name: `${name}, ${ways[way]}`,
      unit: 'µs' as const,
      ...compared(way),
      ...(goal !== undefined && way.startsWith('single') && { goal: { goal } }),
    })),
  ];
}
