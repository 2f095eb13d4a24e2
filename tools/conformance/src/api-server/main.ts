// Compares the embedded API server with kube-apiserver, request by request. Without options: with the answers that were
// recorded from the real one. --live with a real one that is started now --record starts a real one and records its
// answers WORD… only the areas and sequences whose names hold all words; `documents`: only what the server tells of
// itself
import { parseArgs } from 'node:util';
import { type ControlPlaneBinaries, findControlPlane } from '@kb/control-plane';
import {
  type AreaResult,
  compareAreas,
  compareDocuments,
  recordDocuments,
  writeRecording,
} from '@kb/apiserver/recorded';
import { realAnswers } from './real-answers.ts';
import { realDocuments } from './real-documents.ts';

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { live: { type: 'boolean' }, record: { type: 'boolean' } },
});

function binaries(): ControlPlaneBinaries {
  const found = findControlPlane();
  if (!found.binaries) throw new Error(`there is no control plane to compare with: ${found.reason}`);
  return found.binaries;
}

const real = values.live || values.record ? await realAnswers(binaries(), words) : undefined;
if (values.record) {
  for (const [area, answers] of real ?? []) {
    if (Object.keys(answers).length > 0) writeRecording(area, answers);
  }
}
const withDocuments = words.every((word) => word === 'documents');
const documents = withDocuments && (values.live || values.record) ? await realDocuments(binaries()) : undefined;
if (values.record && documents) recordDocuments(documents);
let failed = 0;
const results: readonly AreaResult[] = [
  ...(await compareAreas({ words, ...(real && { real }) })),
  ...(withDocuments ? await compareDocuments(documents) : []),
];
for (const { name, total, failures } of results) {
  console.log(`API server, ${name}: ${total - failures.length} of ${total}`);
  for (const failure of failures)
    console.log(`  FAIL ${failure.name}\n${failure.message.replaceAll(/^/gm, '       ')}`);
  failed += failures.length;
}
process.exitCode = failed === 0 ? 0 : 1;
