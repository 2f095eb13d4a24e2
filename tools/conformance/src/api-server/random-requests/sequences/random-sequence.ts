import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { randomOf } from '../../../random.ts';
import type { RequestStep } from '@kb/apiserver/recorded';
import { randomMetadata } from '../values/random-metadata.ts';
import { brokenPatch, jsonPatchOf, mergePatchOf, strategicPatchOf } from '../values/random-patch.ts';
import { randomRead, randomWatch } from './random-read.ts';
import type { Progress, RequestSequence } from './request-sequence.ts';
import type { Subject } from '../subjects/subject.ts';

/** A sequence of requests about one or two kinds: always the same for a seed and a number. */
export function randomSequence(seed: number, index: number, subjects: readonly Subject[]): RequestSequence {
  const random = randomOf(seed, `sequence ${index}`);
  const chosen = [random.pick(subjects), ...(random.chance(0.15) ? [random.pick(subjects)] : [])];
  const steps: RequestStep[] = [];
  for (const subject of chosen) {
    if (subject === undefined) continue;
    const progress: Progress = { random, subject, steps, writes: new Map(), pages: [] };
    const length = 4 + random.below(9);
    steps.push(random.chance(0.6) ? create(progress) : applied(progress));
    for (let left = length; left > 0; left -= 1) steps.push(randomStep(progress));
    if (random.chance(0.6)) steps.push(randomWatch(progress));
    steps.push({
      method: 'GET',
      path: subject.collection + (subject.prefix === '' ? '' : '?labelSelector=of%3D${NS}'),
    });
  }
  return { name: `seed ${seed}, sequence ${index}`, steps };
}

function randomStep(progress: Progress): RequestStep {
  const { random, subject } = progress;
  const roll = random.below(100);
  if (roll < 12) return create(progress);
  if (roll < 24) return replace(progress);
  if (roll < 54) return random.chance(0.55) ? applied(progress) : patched(progress);
  if (roll < 66 && subject.subresources.length > 0) return subresource(progress);
  if (roll < 75) return patched(progress);
  if (roll < 87) return removed(progress);
  return randomRead(progress);
}

/** A step that writes a name; later steps can use the version in its response. */
function written(progress: Progress, name: string, step: RequestStep): RequestStep {
  const number = progress.steps.length;
  progress.writes.set(name, [...(progress.writes.get(name) ?? []), number]);
  return { ...step, save: { [`v${number}`]: 'metadata.resourceVersion', [`u${number}`]: 'metadata.uid' } };
}

function nameIn({ random, writes }: Progress): string {
  const known = [...writes.keys()];
  return (random.chance(0.85) ? random.pick(known) : undefined) ?? random.pick(['a', 'a', 'b', 'c']) ?? 'a';
}

/** Query parameters, some of the time. */
function options({ random }: Progress, ...others: string[]): string {
  const given = [...others];
  if (random.chance(0.06)) given.push('dryRun=All');
  if (random.chance(0.25)) given.push(`fieldValidation=${random.pick(['Strict', 'Strict', 'Ignore', 'Warn']) ?? ''}`);
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

const updater = ({ random }: Progress): string[] =>
  random.chance(0.7) ? [`fieldManager=${random.pick(['u1', 'u2', 'm1']) ?? 'u1'}`] : [];

function typed({ subject }: Progress, name: string, metadata: JsonObject, content: JsonObject): JsonObject {
  const { apiVersion, kind, prefix } = subject;
  const all: JsonObject = { ...(name !== '' && { name: `${prefix}${name}` }), ...metadata };
  const labels = metadata['labels'];
  // The query of lists of cluster-scoped kinds.
  if (prefix !== '') all['labels'] = { ...(isJsonObject(labels) && labels), of: '${NS}' };
  return { apiVersion, kind, metadata: all, ...content };
}

function create(progress: Progress): RequestStep {
  const { random, subject, steps } = progress;
  const generated = random.chance(0.06) && !steps.some(({ body }) => JSON.stringify(body)?.includes('generateName'));
  const name = generated ? '' : (random.pick(['a', 'b', 'c']) ?? 'a');
  const metadata = {
    ...randomMetadata(random, 0.4),
    ...(generated && { generateName: 'gen-' }),
    ...(random.chance(0.02) && { resourceVersion: '0' }),
    ...(random.chance(0.02) && { generation: 5 }),
  };
  const body = typed(progress, name, metadata, subject.whole(random));
  const path = subject.collection + options(progress, ...updater(progress));
  const step = { method: 'POST', path, body: withStatus(progress, body) };
  return generated ? step : written(progress, name, step);
}

/** Some writes of the main resource have a status, which is ignored if there is a subresource. */
function withStatus({ random, subject }: Progress, body: JsonObject): JsonObject {
  return subject.status !== undefined && random.chance(0.1) ? { ...body, status: subject.status(random) } : body;
}

/** `${v⟨number⟩}` of the last write of a name, or of an earlier one. */
function version({ random, writes }: Progress, name: string): string {
  const numbers = writes.get(name) ?? [];
  const number = random.chance(0.85) ? numbers.at(-1) : random.pick(numbers);
  return number === undefined ? '1' : `\${v${number}}`;
}

function uid({ random, writes }: Progress, name: string): string {
  const number = random.chance(0.7) ? writes.get(name)?.[0] : undefined;
  return number === undefined ? 'another' : `\${u${number}}`;
}

function replace(progress: Progress): RequestStep {
  const { random, subject } = progress;
  const name = nameIn(progress);
  const metadata: JsonObject = {
    ...randomMetadata(random, 0.4),
    ...(random.chance(0.6) && { resourceVersion: version(progress, name) }),
    ...(random.chance(0.1) && { uid: uid(progress, name) }),
    ...(random.chance(0.04) && { managedFields: random.pick<JsonValue>([[], [{}], null]) ?? [] }),
    ...(random.chance(0.03) && { creationTimestamp: random.pick<JsonValue>([null, '2020-01-01T00:00:00Z']) ?? null }),
  };
  const body = withStatus(progress, typed(progress, name, metadata, subject.whole(random)));
  const path = `${subject.collection}/${subject.prefix}${name}${options(progress, ...updater(progress))}`;
  return written(progress, name, { method: 'PUT', path, body });
}

function applied(progress: Progress): RequestStep {
  const { random, subject } = progress;
  const name = nameIn(progress);
  const isNew = !progress.writes.has(name) || random.chance(0.2);
  const content = isNew ? subject.whole(random) : subject.applied(random);
  const metadata: JsonObject = {
    ...randomMetadata(random, 0.25),
    ...(random.chance(0.03) && { resourceVersion: version(progress, name) }),
    ...(random.chance(0.02) && { uid: uid(progress, name) }),
    ...(random.chance(0.01) && { managedFields: [] }),
  };
  const manager = random.pick(['m1', 'm1', 'm2', 'm3']) ?? 'm1';
  const force = random.chance(0.35) ? ['force=true'] : [];
  return written(progress, name, {
    method: 'PATCH',
    path: `${subject.collection}/${subject.prefix}${name}${options(progress, `fieldManager=${manager}`, ...force)}`,
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: withStatus(progress, typed(progress, random.chance(0.05) ? '' : name, metadata, content)),
  });
}

function patched(progress: Progress): RequestStep {
  const { random, subject } = progress;
  const name = nameIn(progress);
  const path = `${subject.collection}/${subject.prefix}${name}${options(progress, ...updater(progress))}`;
  if (random.chance(0.04))
    return written(progress, name, { method: 'PATCH', path, ...brokenPatch(random, subject.strategic) });
  const metadata: JsonObject = {
    ...randomMetadata(random, 0.3),
    ...(random.chance(0.04) && { resourceVersion: version(progress, name) }),
    ...(random.chance(0.03) && { managedFields: random.pick<JsonValue>([[], [{}], null]) ?? [] }),
  };
  const content = subject.part(random);
  const given = { ...content, ...(Object.keys(metadata).length > 0 && { metadata }) };
  const roll = random.below(subject.strategic ? 3 : 2);
  const make = roll === 0 ? jsonPatchOf : roll === 1 ? mergePatchOf : strategicPatchOf;
  return written(progress, name, { method: 'PATCH', path, ...make(random, given, subject.required) });
}

function subresource(progress: Progress): RequestStep {
  const { random, subject } = progress;
  const name = nameIn(progress);
  const sub = random.pick(subject.subresources) ?? 'status';
  const path = `${subject.collection}/${subject.prefix}${name}/${sub}`;
  if (random.chance(0.15)) return { method: 'GET', path };
  if (sub === 'scale') return written(progress, name, scaled(progress, name, path));
  const status = subject.status?.(random) ?? {};
  if (random.chance(0.4)) {
    const manager = random.pick(['m1', 's1']) ?? 's1';
    return written(progress, name, {
      method: 'PATCH',
      path: path + options(progress, `fieldManager=${manager}`, ...(random.chance(0.3) ? ['force=true'] : [])),
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: typed(progress, name, randomMetadata(random, 0.1), {
        ...(random.chance(0.2) && subject.part(random)),
        status,
      }),
    });
  }
  if (random.chance(0.3)) {
    const metadata = {
      ...randomMetadata(random, 0.2),
      ...(random.chance(0.8) && { resourceVersion: version(progress, name) }),
    };
    const body = typed(progress, name, metadata, { ...subject.whole(random), status });
    return written(progress, name, { method: 'PUT', path: path + options(progress, ...updater(progress)), body });
  }
  const given = { status, ...(random.chance(0.2) && { metadata: randomMetadata(random, 1) }) };
  const make = random.chance(0.5)
    ? mergePatchOf
    : random.chance(0.5) || !subject.strategic
      ? jsonPatchOf
      : strategicPatchOf;
  return written(progress, name, {
    method: 'PATCH',
    path: path + options(progress, ...updater(progress)),
    ...make(random, given, subject.required),
  });
}

function scaled(progress: Progress, name: string, path: string): RequestStep {
  const { random, subject } = progress;
  const spec = { replicas: random.pick([0, 1, 2, ...(random.chance(0.1) ? [-1] : [])]) ?? 1 };
  const scale = {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: {
      name: `${subject.prefix}${name}`,
      ...(random.chance(0.2) && { resourceVersion: version(progress, name) }),
    },
    spec,
  };
  if (random.chance(0.3)) return { method: 'PUT', path: path + options(progress, ...updater(progress)), body: scale };
  if (random.chance(0.5)) {
    const force = random.chance(0.4) ? ['force=true'] : [];
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    return { method: 'PATCH', path: path + options(progress, 'fieldManager=h1', ...force), headers, body: scale };
  }
  return {
    method: 'PATCH',
    path: path + options(progress, ...updater(progress)),
    ...mergePatchOf(random, { spec }, {}),
  };
}

function removed(progress: Progress): RequestStep {
  const { random, subject } = progress;
  if (random.chance(0.12)) {
    const selector =
      subject.prefix === ''
        ? random.pick(['', '?labelSelector=l%3D1', '?limit=1', '?fieldSelector=metadata.name%3Da'])
        : '?labelSelector=of%3D${NS}';
    return { method: 'DELETE', path: `${subject.collection}${selector ?? ''}` };
  }
  const name = nameIn(progress);
  const path = `${subject.collection}/${subject.prefix}${name}`;
  const policy = random.chance(0.4) ? random.pick(['Foreground', 'Background', 'Orphan']) : undefined;
  const grace = random.chance(0.2) ? random.pick([0, 1, 30]) : undefined;
  if (random.chance(0.5)) {
    const query = [
      ...(policy === undefined ? [] : [`propagationPolicy=${policy}`]),
      ...(grace === undefined ? [] : [`gracePeriodSeconds=${grace}`]),
      ...(random.chance(0.1) ? ['dryRun=All'] : []),
      ...(random.chance(0.05) ? [`orphanDependents=${random.chance(0.5)}`] : []),
    ];
    return { method: 'DELETE', path: `${path}${query.length === 0 ? '' : `?${query.join('&')}`}` };
  }
  const preconditions = {
    ...(random.chance(0.5) && { uid: uid(progress, name) }),
    ...(random.chance(0.5) && { resourceVersion: version(progress, name) }),
  };
  const body = {
    ...(random.chance(0.3) && { kind: 'DeleteOptions', apiVersion: 'v1' }),
    ...(policy !== undefined && { propagationPolicy: policy }),
    ...(grace !== undefined && { gracePeriodSeconds: grace }),
    ...(random.chance(0.1) && { dryRun: ['All'] }),
    ...(random.chance(0.3) && { preconditions }),
  };
  return { method: 'DELETE', path, body };
}
