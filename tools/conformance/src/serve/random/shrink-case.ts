import type { JsonValue } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { signatureOf } from '../../api-server/random-requests/comparison/signature.ts';
import { simplerValues } from '../../api-server/random-requests/comparison/shrink-sequence.ts';
import type { Compared, Servers } from '../../api-server/random-requests/comparison/servers.ts';
import type { RequestSequence } from '../../api-server/random-requests/sequences/request-sequence.ts';
import { type Different, formatDifferences } from '../compare/compare-requests.ts';
import { bundleOf, definitionRequest, objectRequests, type SampleValue, type SchemaCase } from './schema-case.ts';

/** How many failing cases are made smaller, and how long each may take. */
export interface Shrinking {
  readonly mistakes: number;
  readonly milliseconds: number;
}

/** Candidates that are tried at once, each as a field of one definition. */
const ROUND = 40;

/**
 * Makes a failing case smaller, for a limited time: parts of its schema and of its objects are left out as long as the
 * answers differ in the same way. Returns it as text: the difference, and the definition and the objects, of which
 * `npm run conformance -- serve FILE` sends both.
 */
export async function shrinkCase(
  servers: Servers,
  one: SchemaCase,
  different: Different,
  { milliseconds }: Shrinking,
): Promise<string> {
  const until = performance.now() + milliseconds;
  let best: Trial = { one: onlyNeeded(one, different), different };
  let candidates = smaller(best.one);
  for (let round = 0; candidates.length > 0 && performance.now() < until; round += 1) {
    const tried = candidates.slice(0, ROUND);
    candidates = candidates.slice(ROUND);
    const found = await firstLike(servers, tried, best.different, `r${one.number}x${round}`);
    if (found === undefined) continue;
    best = found;
    candidates = smaller(best.one);
  }
  return describe(best);
}

interface Trial {
  readonly one: SchemaCase;
  readonly different: Different;
}

/** The case with the object of the request that differs; if it is an update, all of them. */
function onlyNeeded(one: SchemaCase, { sequence, differences }: Different): SchemaCase {
  if (sequence.name.endsWith(': definition')) return { ...one, samples: [] };
  const created = one.samples.filter(({ what }) => sequence.name.endsWith(`: create, ${what}`));
  if (created.length > 0) return { ...one, samples: created.slice(0, 1) };
  const [stored] = one.samples.filter(({ what }) => sequence.name.endsWith(`: update of ${what}`));
  const step = (differences[0]?.step ?? 0) - 2;
  const updated = one.samples[step];
  return { ...one, samples: [stored, updated].filter((sample): sample is SampleValue => sample !== undefined) };
}

/** The first of some cases that differs in the same way. `name`: of the kind that has them all. */
async function firstLike(
  servers: Servers,
  cases: readonly SchemaCase[],
  { sequence, differences }: Different,
  name: string,
): Promise<Trial | undefined> {
  const wanted = signatureOf({ sequence, differences });
  const isLike = (compared: Compared): boolean => signatureOf(compared) === wanted;
  // Each has a number of its own, which is the name of its field.
  const numbered = cases.map((one, index) => ({ ...one, number: index }));
  const definitions = await servers.compare(numbered.map((one) => definitionRequest(one)));
  if (sequence.name.endsWith(': definition')) return trialOf(cases, definitions, isLike);
  const taken = numbered.filter((_, index) => definitions[index]?.answers[0]?.status === 201);
  const bundle = bundleOf(name, taken);
  const { served } = await servers.install([bundle]);
  if (served.length === 0) return undefined;
  const requests = taken.flatMap((one) =>
    objectRequests(bundle, one).map((request) => ({ request, original: cases[one.number] })),
  );
  const compared = await servers.compare(requests.map(({ request }) => request));
  return trialOf(
    requests.map(({ original }) => original),
    compared,
    isLike,
  );
}

function trialOf(
  cases: readonly (SchemaCase | undefined)[],
  compared: readonly Compared[],
  isLike: (compared: Compared) => boolean,
): Trial | undefined {
  const index = compared.findIndex(isLike);
  const [one, different] = [cases[index], compared[index]];
  return one === undefined || different === undefined ? undefined : { one, different };
}

/** The case without a part of its schema, or of a value. The largest parts first. */
function smaller(one: SchemaCase): SchemaCase[] {
  const { schema, samples } = one;
  const schemas = simplerValues(schema).map((simpler) => ({ ...one, schema: simpler as JsonSchemaProps }));
  const values = samples.flatMap(({ what, value }, index) =>
    simplerValues(value).map((simpler) => ({
      ...one,
      samples: samples.with(index, { what, value: simpler as JsonValue }),
    })),
  );
  return [...schemas, ...values];
}

function describe({ one, different }: Trial): string {
  const { definition, kind } = bundleOf('found', [one]);
  const bundle = { kind, definition, cases: [one] };
  const [sequence] = objectRequests(bundle, one).filter(({ name }) => isSame(name, different.sequence));
  const objects = (sequence?.steps ?? []).flatMap(({ method, path, body }) =>
    typeof body === 'string' ? [`${method} ${path.replace('/${NS}/', '/default/')}`, body] : [],
  );
  return [
    different.sequence.name,
    formatDifferences(different.differences),
    'definition, and requests:',
    stringifyJson(definition),
    ...objects,
  ].join('\n');
}

/** Whether a request is that of a sequence, whose number may be another. */
function isSame(name: string, { name: other }: RequestSequence): boolean {
  return name.replace(/^schema \d+/, '') === other.replace(/^schema \d+/, '');
}
