import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { GenerateSettings } from '../index.ts';
import { type ComparedFile, generateTwin } from './compare-twin.ts';
import { oracleFolder, repository, type Twin } from './twins.ts';

/** The folder of a Go module whose `go.mod` pins the versions of the published APIs. The oracle runs in it. */
export const publishedFolder: string = path.join(oracleFolder, 'published');

/**
 * A published API, rewritten in TypeScript by hand. Its Go source is fetched from a module proxy when needed and never
 * stored, and neither is its text: in the sources and the recordings, digests replace descriptions and messages.
 */
export interface PublishedTwin extends Twin {
  /** The packages in Go, as patterns of import paths. */
  readonly packages: readonly string[];
}

/** Every twin of a published API: one for each folder. */
export const publishedTwinNames: readonly string[] = readdirSync(path.join(publishedFolder, 'testdata')).sort();

interface TwinFile {
  readonly module: string;
  /** Patterns of packages below the module. */
  readonly packages: readonly string[];
  /** The folder of the twin with RBAC and webhook markers. */
  readonly controller?: string;
  readonly generate?: GenerateSettings;
  /** The codes of the expected warnings. */
  readonly warnings?: readonly string[];
}

/**
 * Reads the folder of a twin: `src` in TypeScript, controller-gen's output in `expected`, and `twin.json` with the
 * module and its packages.
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

/** Longer manifests are recorded as a digest. In characters. */
const longestText = 2 ** 16;

/** The name and content of a recorded manifest: its text, or the digest of a long one. */
export function recordedAs(file: string, text: string): readonly [file: string, content: string] {
  if (text.length <= longestText) return [file, text];
  return [`${file}.sha256`, `${createHash('sha256').update(text).digest('hex')}\n`];
}

/** Pairs manifests with the recordings of a twin. */
export function compareWithRecorded({ expected }: Twin, manifests: ReadonlyMap<string, string>): ComparedFile[] {
  const given = new Map([...manifests].map(([file, text]) => recordedAs(file, text)));
  const recorded = readdirSync(expected);
  return [...new Set([...recorded, ...given.keys()])].sort().map((file) => ({
    file,
    expected: recorded.includes(file) ? readFileSync(path.join(expected, file), 'utf8') : undefined,
    given: given.get(file),
  }));
}

/** Generates a twin after replacing its digests by texts, and returns the manifests by name. */
export function generateWithWords(twin: Twin, words: Readonly<Record<string, string>>): Promise<Map<string, string>> {
  return generateTwin(twin, (source) => withWords(source, words));
}

/** Replaces digests by texts: on as many lines as needed in doc comments, quoted in the arguments of markers. */
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
