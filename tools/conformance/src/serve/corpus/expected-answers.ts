import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Fingerprint } from './fingerprint.ts';

/** The real server's answers to the requests for one definition of the corpus. */
export interface ExpectedKind {
  /** The beginning of the SHA-256 of the file from which objects were made. */
  readonly hash: string;
  readonly answers: readonly ExpectedAnswer[];
}

/** The real server's answers to the requests of one sequence. */
export interface ExpectedAnswer extends Fingerprint {
  /** A hash of the requests: of the objects that were made from the schema. */
  readonly request: string;
  /** The place and the change. */
  readonly what: string;
}

const file = new URL('testdata/expected-answers.txt', import.meta.url);

const HEAD = `# What kube-apiserver answered to the definitions of the corpus, by file and hash, and to objects that were made of their
# schemas: statuses, reasons and fields of the causes, a hash of the whole answers, a hash of the requests, what it was.
# Written by: node tools/bootstrap/bootstrap.js run tools/conformance/src/serve/main.ts --record
`;

/** Reads the kept answers, by file. */
export function readExpected(): Map<string, ExpectedKind> {
  const kinds = new Map<string, { hash: string; answers: ExpectedAnswer[] }>();
  if (!existsSync(file)) return kinds;
  let current: ExpectedAnswer[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const fields = line.split('\t');
    if (line.startsWith('\t')) {
      const [, statuses = '', causes = '', hash = '', request = '', what = ''] = fields;
      current.push({ statuses, causes: causes === '' ? [] : causes.split('; '), hash, request, what });
    } else {
      const [name = '', hash = ''] = fields;
      current = [];
      kinds.set(name, { hash, answers: current });
    }
  }
  return kinds;
}

/** Writes all answers. */
export function writeExpected(kinds: ReadonlyMap<string, ExpectedKind>): void {
  const parts = [...kinds].map(([name, { hash, answers }]) =>
    [
      `${name}\t${hash}`,
      ...answers.map((answer) =>
        ['', answer.statuses, answer.causes.join('; '), answer.hash, answer.request, oneLine(answer.what)].join('\t'),
      ),
    ].join('\n'),
  );
  writeFileSync(file, `${HEAD}${parts.join('\n')}\n`);
}

/** A text without tabs and line breaks, which fields of schemas may have. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\t\n\r]/g, ' ');
}
