import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { GenerateSettings } from '../index.ts';
import { type ComparedFile, generateTwin } from './compare-twin.ts';
import { oracleFolder, repository, type Twin } from './twins.ts';

/**
 * The folder of a Go module whose `go.mod` says which versions of other people's APIs are meant. The oracle runs in it.
 */
export const publishedFolder: string = path.join(oracleFolder, 'published');

/**
 * An API that other people publish, written in TypeScript by hand. Its Go is fetched from a module proxy when it is
 * needed and never kept. None of its sentences is kept
 * either: in the sources and in what is recorded, digests stand for descriptions and messages.
 */
export interface PublishedTwin extends Twin {
  /** The packages in Go, as patterns of import paths. */
  readonly packages: readonly string[];
}

/** Every twin of a published API: a folder is enough to make one. */
export const publishedTwinNames: readonly string[] = readdirSync(path.join(publishedFolder, 'testdata')).sort();

interface TwinFile {
  readonly module: string;
  /** Patterns below the module. */
  readonly packages: readonly string[];
  /** Folder of the twin with RBAC and webhook markers. */
  readonly controller?: string;
  readonly generate?: GenerateSettings;
  /** Codes of the warnings that the API earns. */
  readonly warnings?: readonly string[];
}

/**
 * What a folder has: `src` in TypeScript, what controller-gen writes in `expected`, and `twin.json` with the module and
 * its packages.
 */
export function readPublishedTwin(name: string): PublishedTwin {
  const folder = path.join(publishedFolder, 'testdata', name);
  const said: TwinFile = JSON.parse(readFileSync(path.join(folder, 'twin.json'), 'utf8'));
  const api = path.relative(repository, folder);
  return {
    name,
    api,
    controller: said.controller === undefined ? 'none' : `${api}/${said.controller}`,
    generate: said.generate ?? {},
    newer: false,
    expected: path.join(folder, 'expected'),
    warnings: said.warnings ?? [],
    packages: said.packages.map((pattern) => `${said.module}/${pattern}`),
  };
}

/** Longer manifests are recorded as a digest. Unit: characters. */
const longestText = 2 ** 16;

/** The file in which a manifest is recorded, and what is in it: its text, or the digest of a long one. */
export function recordedAs(file: string, text: string): readonly [file: string, content: string] {
  if (text.length <= longestText) return [file, text];
  return [`${file}.sha256`, `${createHash('sha256').update(text).digest('hex')}\n`];
}

/** Puts what is recorded of a twin beside manifests of it. */
export function compareWithRecorded({ expected }: Twin, manifests: ReadonlyMap<string, string>): ComparedFile[] {
  const given = new Map([...manifests].map(([file, text]) => recordedAs(file, text)));
  const recorded = readdirSync(expected);
  return [...new Set([...recorded, ...given.keys()])].sort().map((file) => ({
    file,
    expected: recorded.includes(file) ? readFileSync(path.join(expected, file), 'utf8') : undefined,
    given: given.get(file),
  }));
}

/** What kb makes of a twin in which texts stand again where digests do: name of the manifest to its text. */
export function generateWithWords(twin: Twin, words: Readonly<Record<string, string>>): Promise<Map<string, string>> {
  return generateTwin(twin, (source) => withWords(source, words));
}

/**
 * Puts texts in place of digests: in doc comments over as many lines as they have, in the arguments of markers quoted.
 */
function withWords(source: string, words: Readonly<Record<string, string>>): string {
  const wordsOf = (digest: string): string => {
    const text = words[digest];
    if (text === undefined) throw new Error(`the Go types have no text with the ${digest}`);
    return text;
  };
  return source
    .replaceAll(/^( *)\/\*\* (digest:[\w-]+) \*\/$/gm, (_, indent: string, digest: string) =>
      [
        `${indent}/**`,
        ...wordsOf(digest)
          .split('\n')
          .map((line) => `${indent} * ${line}`),
        `${indent} */`,
      ].join('\n'),
    )
    .replaceAll(/"(digest:[\w-]+)"/g, (_, digest: string) => JSON.stringify(wordsOf(digest)));
}
