import { embeddedRequester, type Requester, runSequence } from '@kb/apiserver/recorded';
import { isServed, postDefinition } from '../../api-server/random-requests/comparison/install.ts';
import type { RequestSequence } from '../../api-server/random-requests/sequences/request-sequence.ts';
import type { Failure, SuiteResult } from '../../suite.ts';
import { type CorpusKind, NAMESPACE, kindRequests } from './corpus-kinds.ts';
import { type ExpectedAnswer, type ExpectedKind, oneLine, readExpected } from './expected-answers.ts';
import { fingerprintOf, shortHash } from './fingerprint.ts';

/** Which objects are kept: always the same ones. */
const kept = { seed: 1, changes: 6, updates: 2 };

/** Sends a kind's definition and the kept objects to a server. */
export async function answersOf(requester: Requester, kind: CorpusKind): Promise<ExpectedAnswer[]> {
  const definition = { ...postDefinition(kind), name: 'definition' };
  const answers = [await answerTo(requester, definition)];
  if (answers[0]?.statuses !== '201' || !(await isServed(requester, kind))) return answers;
  for (const request of kindRequests(kind, kept)) answers.push(await answerTo(requester, request));
  return answers;
}

async function answerTo(requester: Requester, sequence: RequestSequence): Promise<ExpectedAnswer> {
  const answers = await runSequence(requester, sequence, NAMESPACE, { isThere: true });
  const request = shortHash(sequence.steps.map(({ body }) => body));
  return { ...fingerprintOf(answers), request, what: oneLine(sequence.name) };
}

/**
 * Compares what the embedded server makes of the definitions of the corpus, and of objects made of their schemas, with
 * what is kept of the real server's answers. A file that has changed, or an object that is made in another way, has to
 * be recorded again.
 */
export async function compareRecorded(kinds: readonly CorpusKind[]): Promise<SuiteResult> {
  const expected = readExpected();
  const requester = embeddedRequester();
  await runSequence(requester, { name: NAMESPACE, steps: [] }, NAMESPACE);
  const failures: Failure[] = [];
  let total = 0;
  for (const kind of kinds) {
    const there = expected.get(kind.file);
    expected.delete(kind.file);
    if (there?.hash !== kind.hash) {
      total += 1;
      failures.push({ name: kind.file, message: `${there ? 'the file has changed' : 'it is new'}: ${RECORD}` });
      continue;
    }
    const ours = await answersOf(requester, kind);
    total += ours.length;
    failures.push(...differencesIn(kind.file, there, ours));
  }
  for (const file of expected.keys()) failures.push({ name: file, message: `it is not there any more: ${RECORD}` });
  return { total: total + expected.size, failures };
}

const RECORD = 'record again, as serve/README.md says';
const LIVE = 'npm run conformance -- --full served definitions has the real answer';

function differencesIn(file: string, { answers }: ExpectedKind, ours: readonly ExpectedAnswer[]): Failure[] {
  if (answers.length !== ours.length)
    return [{ name: file, message: `${answers.length} answers are kept, and there are ${ours.length}: ${RECORD}` }];
  return answers.flatMap((real, index): Failure[] => {
    const own = ours[index];
    if (own === undefined || own.hash === real.hash) return [];
    const name = `${file}: ${real.what}`;
    if (own.request !== real.request) return [{ name, message: `the object is made in another way now: ${RECORD}` }];
    return [{ name, message: `real: ${format(real)}\nours: ${format(own)}\n${LIVE}` }];
  });
}

function format({ statuses, causes, hash }: ExpectedAnswer): string {
  return `${statuses} ${causes.join('; ')} (${hash})`;
}
