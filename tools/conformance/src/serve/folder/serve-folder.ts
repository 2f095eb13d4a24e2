import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { ControlPlaneBinaries } from '@kb/control-plane';
import { startServers, type Servers } from '../../api-server/random-requests/comparison/servers.ts';
import { nameOf } from '../../import/definitions/parse-definitions.ts';
import { randomOf } from '../../random.ts';
import type { Failure } from '../../suite.ts';
import { compareDocumentsOf } from '../compare/compare-documents.ts';
import { compareRequests, formatDifferences } from '../compare/compare-requests.ts';
import { formatVersion, type ServedVersion, servedVersionsOf } from '../compare/served-version.ts';
import { sampleObjects, changesOf } from '../samples/sample-objects.ts';
import { requestsFor } from '../samples/sample-requests.ts';
import type { RequestSequence } from '../../api-server/random-requests/sequences/request-sequence.ts';
import { type Folder, type FolderObject, kindIn, readFolder } from './read-folder.ts';

/** The output of a run over a folder. */
export interface ServeReport {
  /** A line of information. */
  readonly note: (line: string) => void;
  /** A difference between the two servers. */
  readonly failure: (failure: Failure) => void;
  /** N of M were the same. */
  readonly count: (what: string, total: number, failed: number) => void;
}

/** How much is made of a folder. */
export interface ServeOptions {
  readonly seed: number;
  /** Every change of every sample, instead of some. */
  readonly full: boolean;
}

/** How many changed versions of a sample are sent, and how many objects are made for a kind without a sample. */
const CHANGES = 80;
const MADE = 25;
/** How many of them are sent as updates too. */
const UPDATES = 10;
const AS_IT_IS = 'as it is';
/** The namespace of what is not kept. */
const NAMESPACE = 'serve-samples';

/**
 * Sends the definitions and objects of a folder to kube-apiserver and to the embedded server, and reports each answer
 * that differs: of each definition, what is published of its group, and for each object its creation, an update, and
 * changed versions of it. Resolves with whether all were the same; `problem`: the user has to correct something first,
 * which is reported.
 */
export async function serveFolder(
  place: string,
  binaries: ControlPlaneBinaries,
  report: ServeReport,
  options: ServeOptions,
): Promise<'held' | 'differs' | 'problem'> {
  const folder = readFolder(place);
  for (const { code, message, toDo } of folder.problems) report.note(`${code}: ${message}\n    what to do: ${toDo}`);
  if (folder.problems.length > 0) return 'problem';
  const servers = await startServers(binaries, { onlyCustom: true });
  try {
    return (await compareFolder(servers, folder, report, options)) ? 'held' : 'differs';
  } finally {
    await servers.stop();
  }
}

async function compareFolder(
  servers: Servers,
  folder: Folder,
  { note, failure, count }: ServeReport,
  { seed, full }: ServeOptions,
): Promise<boolean> {
  const definitions = withoutRepetitions(folder.definitions, note);
  const kinds = definitions.map(({ place, object }) => ({ kind: `${nameOf(object)} (${place})`, definition: object }));
  const { served, refused } = await servers.install(kinds);
  for (const { kind, compared } of refused)
    failure({ name: kind.kind, message: formatDifferences(compared.differences) });
  const different = new Set(refused.map(({ kind }) => kind));
  for (const kind of kinds.filter((one) => !served.includes(one) && !different.has(one)))
    note(`both servers refuse the definition of ${kind.kind}`);
  count('definitions', kinds.length, refused.length);

  const versions = served.flatMap(({ definition }) => servedVersionsOf(definition));
  const documents = await compareDocumentsOf(servers, versions);
  documents.failures.forEach(failure);
  count('parts of discovery and OpenAPI', documents.total, documents.failures.length);

  await servers.createNamespace(NAMESPACE);
  const { sequences, left } = requestsOf(versions, folder.objects, { seed, full });
  left.forEach(note);
  const compared = await compareRequests(servers, sequences, note);
  for (const { sequence, differences } of compared.different)
    failure({ name: sequence.name, message: formatDifferences(differences) });
  for (const [name, message] of compared.refused)
    if (name.endsWith(`: create, ${AS_IT_IS}`)) note(`the real server refuses ${name}: ${message}`);
  note(`${compared.answers} answers, ${compared.accepted} of them successes`);
  count('objects, and changed versions of them', compared.total, compared.different.length);
  return refused.length + documents.failures.length + compared.different.length === 0;
}

/** The first definition of each name: a second one would be refused because it exists. */
function withoutRepetitions(definitions: readonly FolderObject[], note: (line: string) => void): FolderObject[] {
  const known = new Map<string, string>();
  return definitions.filter(({ place, object }) => {
    const name = nameOf(object);
    const first = known.get(name);
    if (first !== undefined) note(`left out: ${place} has ${name} again, as ${first} has`);
    else known.set(name, place);
    return first === undefined;
  });
}

/** The requests for the objects of a folder, and for objects that are made of the versions that have none there. */
function requestsOf(
  versions: readonly ServedVersion[],
  objects: readonly FolderObject[],
  { seed, full }: ServeOptions,
): { readonly sequences: readonly RequestSequence[]; readonly left: readonly string[] } {
  const left: string[] = [];
  const sampled = new Set<ServedVersion>();
  const sequences = objects.flatMap(({ place, object }) => {
    const version = versions.find(
      ({ group, version: name, kind }) => object['apiVersion'] === `${group}/${name}` && object['kind'] === kind,
    );
    if (version === undefined) {
      left.push(`left out: ${place}: no definition that is served has the kind ${kindIn(object)}`);
      return [];
    }
    sampled.add(version);
    const own = withoutNamespace(object);
    const all = changesOf(version, own);
    const changes = full ? all : randomOf(seed, place).sample(all, CHANGES);
    if (changes.length < all.length) left.push(`${place}: ${changes.length} of ${all.length} changes; --full: all`);
    const fitting = [{ what: AS_IT_IS, object: own, inStatus: false }];
    const updates = full ? 2 * changes.length : UPDATES;
    return requestsFor(version, { fitting, changed: changes }, { namespace: NAMESPACE, updates }).map((sequence) => ({
      ...sequence,
      name: `${place}, ${sequence.name}`,
    }));
  });
  for (const version of versions.filter((one) => !sampled.has(one))) {
    const random = randomOf(seed, formatVersion(version));
    const made = sampleObjects(version, random, full ? 4 * MADE : MADE);
    const count = made.fitting.length + made.changed.length;
    left.push(`${formatVersion(version)} has no sample: ${count} objects were made for it`);
    sequences.push(...requestsFor(version, made, { namespace: NAMESPACE, updates: UPDATES }));
  }
  return { sequences, left };
}

/** An object that goes into any namespace: the servers have none of the user's. */
function withoutNamespace(object: JsonObject): JsonObject {
  const { metadata } = object;
  if (!isJsonObject(metadata)) return object;
  const { namespace: _, ...others } = metadata;
  return { ...object, metadata: others };
}
