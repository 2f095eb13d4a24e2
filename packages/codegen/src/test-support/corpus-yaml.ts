import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonValue } from '@kb/apimachinery';
import { printYaml } from '@kb/apimachinery/yaml';
import { parse } from 'yaml';

/** The folder of real manifests, beside the project. */
export const corpus: string = path.join(import.meta.dirname, '../../../../../shared/corpus');

/** A sign that another tool rewrote a file after controller-gen: text that controller-gen never writes. */
interface Rewritten {
  readonly why: string;
  /** Part of the file. */
  readonly shows: string;
}

/** CRDs of the corpus that controller-gen 0.14 or later wrote, and those of them that are printed differently. */
export interface CorpusYaml {
  /** Without the exceptions. */
  readonly total: number;
  readonly exceptions: number;
  readonly failures: readonly { readonly name: string; readonly message: string }[];
}

/**
 * Parses and prints every CRD; undefined without the corpus. A leading `---` is ignored. Every exception must apply.
 */
export function compareCorpusYaml(): CorpusYaml | undefined {
  if (!existsSync(corpus)) return undefined;
  const exceptions: Readonly<Record<string, Rewritten>> = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../testdata/rewritten-crds.json'), 'utf8'),
  );
  const failures: { name: string; message: string }[] = [];
  const unused = new Set(Object.keys(exceptions));
  let total = 0;
  for (const file of readdirSync(corpus, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.ya?ml$/.test(file)) continue;
    const name = file.split(path.sep).join('/');
    const text = readFileSync(path.join(corpus, file), 'utf8');
    for (const document of text.replace(/^---\n/, '').split(/^---\n/m)) {
      if (!isRecent(document)) continue;
      const problem = differenceOf(document);
      const exception = exceptions[name];
      unused.delete(name);
      if (exception === undefined) {
        total += 1;
        if (problem !== undefined) failures.push({ name, message: problem });
      } else if (problem === undefined || !text.includes(exception.shows)) {
        const message =
          problem === undefined ? 'it is printed with its own bytes' : `nothing in it shows that ${exception.why}`;
        failures.push({ name, message: `it is no exception: ${message}` });
      }
    }
  }
  for (const name of unused) failures.push({ name, message: 'it is an exception, and is not in the corpus' });
  return { total, exceptions: Object.keys(exceptions).length, failures };
}

/**
 * True for a CRD of controller-gen 0.14 or later: earlier versions joined the lines of descriptions, and printed some
 * values differently.
 */
function isRecent(document: string): boolean {
  const version = /controller-gen\.kubebuilder\.io\/version: (.*)/.exec(document)?.[1];
  const minor = /^v?0\.(\d+)/.exec(version ?? '')?.[1];
  return version !== undefined && (minor === undefined || Number(minor) >= 14);
}

function differenceOf(document: string): string | undefined {
  let value: JsonValue;
  try {
    value = parse(document);
  } catch (error) {
    return `it is no YAML: ${error instanceof Error ? error.message : String(error)}`;
  }
  const printed = printYaml(value);
  if (printed === document) return undefined;
  const lines = printed.split('\n');
  const at = document.split('\n').findIndex((line, index) => line !== lines[index]);
  return `line ${at + 1}: want ${JSON.stringify(document.split('\n')[at])}, have ${JSON.stringify(lines[at])}`;
}
