// Compares the embedded API server with kube-apiserver, request by request. Without options: with the recorded
// responses of the real one.
//   --live      with a real one, which it starts
//   --record    starts a real one, and records its responses
//   --pause N   waits for a second before the step with this index, and `--pause each` before every one, on both
//               servers: for what depends on whether two requests fall into one second
//   WORD…       only the areas and sequences whose names contain all words
//   documents   only discovery and OpenAPI
//   heads       with --record: only the heads of responses, byte for byte
import { parseArgs } from 'node:util';
import { type ControlPlaneBinaries, findControlPlane } from '@kb/control-plane';
import {
  type AreaResult,
  type Pace,
  type PlayedSequences,
  recordDocuments,
  recordRawHeads,
  writeRecording,
} from '@kb/apiserver/recorded';
import { compareLive, compareLiveDocuments, compareRecorded, compareRecordedDocuments } from './compare-server.ts';
import { realAnswers } from './real-answers.ts';
import { realDocuments } from './real-documents.ts';
import { realHeads } from './real-heads.ts';

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { live: { type: 'boolean' }, record: { type: 'boolean' }, pause: { type: 'string' } },
});

/** The times of what is before and after it differ by a second. */
const PAUSE_MS = 1_000;

const pace: Pace = values.pause === undefined ? {} : paceOf(values.pause);

function paceOf(pause: string): Pace {
  if (pause !== 'each' && !/^\d+$/.test(pause))
    throw new Error(`--pause ${pause}: expected the index of a step, or "each"`);
  return { pauseBefore: (step) => (pause === 'each' || Number(pause) === step ? PAUSE_MS : 0) };
}

function binaries(): ControlPlaneBinaries {
  const found = findControlPlane();
  if (!found.binaries) throw new Error(`there is no control plane to compare with: ${found.reason}`);
  return found.binaries;
}

const withDocuments = words.every((word) => word === 'documents');
if (values.record) {
  for (const [area, answers] of await realAnswers(binaries(), { words })) {
    if (Object.keys(answers).length > 0) writeRecording(area, answers);
  }
  if (withDocuments) recordDocuments(await realDocuments(binaries()));
  if (words.every((word) => word === 'heads')) recordRawHeads(await realHeads(binaries()));
}
let failed = 0;
const results = values.live && !values.record ? await compareNow() : await compareWithRecorded();
for (const { name, total, failures } of results) {
  console.log(`API server, ${name}: ${total - failures.length} of ${total}`);
  for (const failure of failures)
    console.log(`  FAIL ${failure.name}\n${failure.message.replaceAll(/^/gm, '       ')}`);
  failed += failures.length;
}
process.exitCode = failed === 0 ? 0 : 1;

async function compareNow(): Promise<readonly AreaResult[]> {
  const found = binaries();
  const answersOf = (which: PlayedSequences): ReturnType<typeof realAnswers> => realAnswers(found, which);
  const documents = withDocuments ? await compareLiveDocuments(found, console.log) : [];
  return [...(await compareLive({ words, answersOf, ...pace, log: console.log })), ...documents];
}

async function compareWithRecorded(): Promise<readonly AreaResult[]> {
  return [...(await compareRecorded({ words, ...pace })), ...(withDocuments ? await compareRecordedDocuments() : [])];
}
