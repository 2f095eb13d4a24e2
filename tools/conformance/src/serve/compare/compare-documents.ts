import { isRecord } from '@kb/apimachinery/codec';
import { compareAnswers, documentParts, type Requester } from '@kb/apiserver/recorded';
import type { Failure, SuiteResult } from '../../suite.ts';
import type { Servers } from '../../api-server/random-requests/comparison/servers.ts';
import type { ServedVersion } from './served-version.ts';
import { formatDifferences } from './compare-requests.ts';

/** How often a document is asked for: the real server publishes some time after it serves a definition. */
const TRIES = 120;
const PAUSE_MS = 500;
/** How often all are compared: what the real server publishes in one place it may publish in another a little later. */
const COMPARISONS = 3;
const SETTLING_MS = 3000;
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const VERSION_2 = '/openapi/v2';

/** The parts of documents, by `⟨document⟩ ⟨part⟩`. */
type Parts = ReadonlyMap<string, unknown>;

/** Compares what both servers publish of the groups of some kinds: discovery in both forms, OpenAPI v2 and v3. */
export async function compareDocumentsOf(servers: Servers, versions: readonly ServedVersion[]): Promise<SuiteResult> {
  let result = await compareOnce(servers, versions);
  for (let left = COMPARISONS - 1; result.failures.length > 0 && left > 0; left -= 1) {
    await servers.requesters.real.pause(SETTLING_MS);
    result = await compareOnce(servers, versions);
  }
  return result;
}

async function compareOnce({ requesters }: Servers, versions: readonly ServedVersion[]): Promise<SuiteResult> {
  const [real, ours] = await Promise.all([
    publishedParts(requesters.real, versions),
    publishedParts(requesters.ours, versions),
  ]);
  const names = [...new Set([...real.keys(), ...ours.keys()])];
  const failures = names.flatMap((name): Failure[] => {
    const answer = (parts: Parts) => [{ status: 200, headers: {}, body: parts.get(name) }];
    const differences = compareAnswers(answer(real), answer(ours));
    return differences.length === 0 ? [] : [{ name, message: formatDifferences(differences) }];
  });
  return { total: names.length, failures };
}

/** What a server publishes of the groups of some kinds, part by part, without descriptions. */
async function publishedParts(requester: Requester, versions: readonly ServedVersion[]): Promise<Parts> {
  const parts = new Map<string, unknown>();
  const groups = new Set(versions.map(({ group }) => group));
  const add = (name: string, document: unknown, isWanted: (part: string, value: unknown) => boolean): void => {
    for (const [part, value] of documentParts(document)) if (isWanted(part, value)) parts.set(`${name} ${part}`, value);
  };
  const all = (): boolean => true;
  for (const group of groups) add(`/apis/${group}`, await read(requester, `/apis/${group}`), all);
  for (const [groupVersion, paths] of collectionsBy(versions)) {
    add(`/apis/${groupVersion}`, await read(requester, `/apis/${groupVersion}`), all);
    const path = `/openapi/v3/apis/${groupVersion}`;
    add(path, await published(requester, path, paths), all);
  }
  const isOfGroup = (part: string, value: unknown): boolean =>
    [...groups].some((group) => part.includes(`/apis/${group}/`) || isKindOf(group, value));
  add(VERSION_2, await published(requester, VERSION_2, [...collectionsBy(versions).values()].flat()), isOfGroup);
  const isNamed = (part: string): boolean =>
    [...groups].some((group) => part === group || part.startsWith(`${group}/`));
  add('/apis aggregated', await read(requester, '/apis', AGGREGATED), isNamed);
  return parts;
}

/** The paths of the kinds of each group and version, as documents have them. */
function collectionsBy(versions: readonly ServedVersion[]): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { group, version, plural } of versions) {
    const name = `${group}/${version}`;
    paths.set(name, [...(paths.get(name) ?? []), `"/apis/${name}/${plural}"`]);
  }
  return paths;
}

function isKindOf(group: string, definition: unknown): boolean {
  const kinds: unknown = isRecord(definition) ? definition['x-kubernetes-group-version-kind'] : undefined;
  const [kind, ...others]: readonly unknown[] = Array.isArray(kinds) ? kinds : [];
  return isRecord(kind) && others.length === 0 && kind['group'] === group;
}

/** Reads a document when it has all of the texts. */
async function published(requester: Requester, path: string, texts: readonly string[]): Promise<unknown> {
  for (let left = TRIES; left > 0; left -= 1) {
    const text = await readText(requester, path);
    const document = text !== undefined && texts.every((each) => text.includes(each)) ? parseWhole(text) : undefined;
    if (document !== undefined) return document;
    await requester.pause(PAUSE_MS);
  }
  throw new Error(`${path} has not got ${texts.join(', ')}`);
}

/** Reads a document when there is one. */
async function read(requester: Requester, path: string, accept?: string): Promise<unknown> {
  for (let left = TRIES; left > 0; left -= 1) {
    const text = await readText(requester, path, accept);
    const document = text === undefined ? undefined : parseWhole(text);
    if (document !== undefined) return document;
    await requester.pause(PAUSE_MS);
  }
  throw new Error(`${path} is not served`);
}

/** Parses a document; undefined if it is cut off, as kube-apiserver does with large ones on a slow machine. */
function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function readText(requester: Requester, path: string, accept = 'application/json'): Promise<string | undefined> {
  const headers = { accept, 'user-agent': 'conformance/1' };
  const { status, body } = await requester.send({ method: 'GET', path, headers });
  return status === 200 ? new TextDecoder().decode(body) : undefined;
}
