import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { AreaResult } from '../compare-areas.ts';
import { compareAnswers } from '../compare.ts';
import { embeddedRequester } from '../embedded-requester.ts';
import type { Answer } from '../sequence.ts';
import { documentParts } from './document-parts.ts';
import { type Documents, fetchDocuments } from './fetch-documents.ts';
import { different, type LeftOut, leftOut } from './left-out.ts';

/**
 * The real server's documents without their descriptions. Compressed, because they are three megabytes that rarely
 * change.
 */
const recording = new URL('../answers/documents.json.br', import.meta.url);

/** Writes the recording of the real server's documents. */
export function recordDocuments(documents: Documents): void {
  const parts = Object.entries(documents).map(([name, document]) => [name, [...documentParts(document)]]);
  writeFileSync(recording, brotliCompressSync(JSON.stringify(Object.fromEntries(parts))));
}

function readRecorded(): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
  const text = brotliDecompressSync(readFileSync(recording)).toString();
  const documents = JSON.parse(text) as Record<string, [string, unknown][]>;
  return new Map(Object.entries(documents).map(([name, parts]) => [name, new Map(parts)]));
}

/**
 * Compares the discovery and OpenAPI documents of our server with the real server's, by default with the recorded ones:
 * one result for each document. The exceptions that were needed are added to `used`.
 */
export async function compareDocuments(
  real?: Documents,
  used: Set<LeftOut> = new Set<LeftOut>(),
): Promise<AreaResult[]> {
  const theirs = real
    ? new Map(Object.entries(real).map(([name, document]) => [name, documentParts(document)]))
    : readRecorded();
  const ours = await fetchDocuments(embeddedRequester());
  const results: AreaResult[] = [];
  for (const name of new Set([...theirs.keys(), ...Object.keys(ours)])) {
    const isOurs = name in ours;
    const result = compareDocument(name, theirs.get(name), isOurs ? documentParts(ours[name]) : undefined, used);
    if (result.total > 0) results.push(result);
  }
  return results;
}

type Parts = ReadonlyMap<string, unknown>;

function compareDocument(
  name: string,
  theirs: Parts = new Map(),
  ours: Parts = new Map(),
  used: Set<LeftOut>,
): AreaResult {
  const failures: { name: string; message: string }[] = [];
  let total = 0;
  for (const part of new Set([...theirs.keys(), ...ours.keys()])) {
    const isNamed = ({ where }: LeftOut): boolean => where.test(`${name} ${part}`);
    const reason = (ours.has(part) ? undefined : leftOut.find(isNamed)) ?? different.find(isNamed);
    if (reason) used.add(reason);
    if (reason) continue;
    total += 1;
    const message = differenceOf(theirs.get(part), ours.get(part));
    if (message !== undefined) failures.push({ name: part, message });
  }
  const order = orderOf(theirs, ours);
  if (order !== undefined) failures.push({ name: 'order', message: order });
  return { name: `document ${name}`, total, failures };
}

function differenceOf(theirs: unknown, ours: unknown): string | undefined {
  if (theirs === undefined) return 'the real server has no such part';
  if (ours === undefined) return 'ours is missing';
  const answer = (body: unknown): Answer => ({ status: 200, headers: {}, body });
  const differences = compareAnswers([answer(theirs)], [answer(ours)]);
  if (differences.length === 0) return undefined;
  return differences
    .map(({ path, real, ours: own }) => `${path}\n  real: ${JSON.stringify(real)}\n  ours: ${JSON.stringify(own)}`)
    .join('\n');
}

/** Compares the order of parts: clients show groups and resources in the order of the document. */
function orderOf(theirs: Parts, ours: Parts): string | undefined {
  const wanted = [...theirs.keys()].filter((part) => ours.has(part));
  const found = [...ours.keys()].filter((part) => theirs.has(part));
  const at = wanted.findIndex((part, index) => part !== found[index]);
  return at < 0 ? undefined : `real: ${wanted[at]}\n  ours: ${found[at]}`;
}
