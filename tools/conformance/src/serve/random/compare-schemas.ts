import type { Servers } from '../../api-server/random-requests/comparison/servers.ts';
import type { RequestSequence } from '../../api-server/random-requests/sequences/request-sequence.ts';
import type { Failure } from '../../suite.ts';
import { compareRequests, type Different, formatDifferences } from '../compare/compare-requests.ts';
import {
  type Bundle,
  bundleOf,
  definitionRequest,
  NAMESPACE,
  objectRequests,
  type SchemaCase,
  schemaCase,
} from './schema-case.ts';
import { type Shrinking, shrinkCase } from './shrink-case.ts';

/** How many schemas a kind has, and how many schemas are worked on at a time. */
const BUNDLE = 25;
const BATCH = 500;

/** Which schemas to compare. */
export interface SchemaOptions {
  readonly seed: number;
  /** How many. */
  readonly runs: number;
  /** Only the schemas of these numbers. Default: all. */
  readonly only?: ReadonlySet<number>;
  /** How many failing cases are made smaller, and how long each may take. */
  readonly shrinking: Shrinking;
  readonly log: (line: string) => void;
}

/** What was compared. */
export interface ComparedSchemas {
  /** The schemas. */
  readonly total: number;
  /** One for each schema with a difference. */
  readonly failures: readonly Failure[];
  /** How many schemas the real server takes, how many requests were answered, and how many of them with success. */
  readonly served: number;
  readonly answers: number;
  readonly accepted: number;
}

/**
 * Compares random schemas: whether each is accepted, and what happens to objects that are created and updated. A
 * failing case is made smaller, and printed with its schema and objects.
 */
export async function compareSchemas(servers: Servers, options: SchemaOptions): Promise<ComparedSchemas> {
  const { seed, runs, only, log, shrinking } = options;
  await servers.createNamespace(NAMESPACE);
  const failures: Failure[] = [];
  const sum = { total: 0, served: 0, answers: 0, accepted: 0 };
  for (let start = 0; start < runs; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, runs - start) }, (_, index) => start + index);
    const cases = numbers.filter((number) => only?.has(number) ?? true).map((number) => schemaCase(seed, number));
    if (cases.length === 0) continue;
    const { served, different, answers, accepted } = await compareCases(servers, cases, `s${seed}b${start}`, log);
    sum.total += cases.length;
    sum.served += served;
    sum.answers += answers;
    sum.accepted += accepted;
    for (const [one, differs] of different) {
      const isShrunk = failures.length < shrinking.mistakes;
      if (isShrunk) log(`schema ${one.number} is different: looking for a smaller one`);
      const message = isShrunk
        ? await shrinkCase(servers, one, differs, shrinking)
        : `${differs.sequence.name}\n${formatDifferences(differs.differences)}`;
      failures.push({ name: `schema ${one.number} of seed ${seed}`, message });
    }
  }
  return { ...sum, failures };
}

interface ComparedCases {
  readonly served: number;
  readonly answers: number;
  readonly accepted: number;
  /** The first difference of each case that has one. */
  readonly different: ReadonlyMap<SchemaCase, Different>;
}

/** Compares the definitions of cases, each alone, and then the objects of those that the real server takes. */
async function compareCases(
  servers: Servers,
  cases: readonly SchemaCase[],
  name: string,
  log: (line: string) => void,
): Promise<ComparedCases> {
  const different = new Map<SchemaCase, Different>();
  const noteAll = (found: readonly Different[], of: ReadonlyMap<string, SchemaCase>): void => {
    for (const one of found) {
      const schema = of.get(one.sequence.name);
      if (schema !== undefined && !different.has(schema)) different.set(schema, one);
    }
  };
  const definitions = new Map(cases.map((one) => [definitionRequest(one), one]));
  const posted = await compareRequests(servers, [...definitions.keys()], log);
  noteAll(posted.different, new Map([...definitions].map(([{ name: sequence }, one]) => [sequence, one])));
  const taken = [...definitions].flatMap(([{ name: sequence }, one]) =>
    posted.refused.has(sequence) || different.has(one) ? [] : [one],
  );
  const bundles = await servedBundles(servers, taken, name);
  const requests = new Map<RequestSequence, SchemaCase>();
  for (const bundle of bundles) {
    for (const one of bundle.cases) for (const request of objectRequests(bundle, one)) requests.set(request, one);
  }
  const sent = await compareRequests(servers, [...requests.keys()], log);
  noteAll(sent.different, new Map([...requests].map(([{ name: sequence }, one]) => [sequence, one])));
  const served = bundles.reduce((count, bundle) => count + bundle.cases.length, 0);
  return { served, answers: posted.answers + sent.answers, accepted: sent.accepted, different };
}

/**
 * Installs cases, many in one definition. If they cannot be in one, because their rules together cost too much, they
 * are in two.
 */
async function servedBundles(servers: Servers, cases: readonly SchemaCase[], name: string): Promise<Bundle[]> {
  const parts = Array.from({ length: Math.ceil(cases.length / BUNDLE) }, (_, index) =>
    bundleOf(`${name}x${index}`, cases.slice(index * BUNDLE, (index + 1) * BUNDLE)),
  );
  const { served } = await servers.install(parts);
  const missing = parts.filter((part) => !served.includes(part) && part.cases.length > 1);
  const halves = missing.map(async ({ kind, cases: both }) => {
    const middle = Math.ceil(both.length / 2);
    const half = (index: number): Promise<Bundle[]> =>
      servedBundles(
        servers,
        both.slice(index * middle, (index + 1) * middle),
        `${kind.slice('Bundle'.length)}h${index}`,
      );
    return [...(await half(0)), ...(await half(1))];
  });
  return [...served, ...(await Promise.all(halves)).flat()];
}
