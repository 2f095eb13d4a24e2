// Compares the embedded API server with kube-apiserver, request by request. Without options: with the recorded
// responses of the real one.
//   --live      with a real one, which it starts
//   --record    starts a real one, and records its responses
//   WORD…       only the areas and sequences whose names contain all words
//   documents   only discovery and OpenAPI
//   heads       with --record: only the heads of responses, byte for byte
import { parseArgs } from 'node:util';
import { type ControlPlaneBinaries, findControlPlane } from '@kb/control-plane';
import {
  type AreaResult,
  recordDocuments,
  recordRawHeads,
  type WantedSequences,
  writeRecording,
} from '@kb/apiserver/recorded';
import { compareLive, compareLiveDocuments, compareRecorded, compareRecordedDocuments } from './compare-server.ts';
import { realAnswers } from './real-answers.ts';
import { realDocuments } from './real-documents.ts';
import { realHeads } from './real-heads.ts';

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { live: { type: 'boolean' }, record: { type: 'boolean' } },
});

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
  const answersOf = (which: WantedSequences): ReturnType<typeof realAnswers> => realAnswers(found, which);
  const documents = withDocuments ? await compareLiveDocuments(found, console.log) : [];
  return [...(await compareLive({ words, answersOf, log: console.log })), ...documents];
}

async function compareWithRecorded(): Promise<readonly AreaResult[]> {
  return [...(await compareRecorded({ words })), ...(withDocuments ? await compareRecordedDocuments() : [])];
}
