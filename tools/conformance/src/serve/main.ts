// Records what kube-apiserver answers to the definitions of the corpus and to objects made of their schemas (--record),
// or compares random schemas with it: `--seed N`, `--runs N` (default 200), `--only N,N…` (only these of the seed),
// `--mistakes N` (how many are made smaller), `--shrink SECONDS`.
import { parseArgs } from 'node:util';
import { findControlPlane } from '@kb/control-plane';
import { startServers } from '../api-server/random-requests/comparison/servers.ts';
import { answersOf } from './corpus/compare-recorded.ts';
import { corpusKinds, NAMESPACE } from './corpus/corpus-kinds.ts';
import { type ExpectedKind, writeExpected } from './corpus/expected-answers.ts';
import { compareSchemas } from './random/compare-schemas.ts';

const { values } = parseArgs({
  options: {
    record: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '200' },
    only: { type: 'string' },
    mistakes: { type: 'string', default: '10' },
    shrink: { type: 'string', default: '30' },
  },
});
/** How many definitions are sent at the same time: most of the time is waiting until they are served. */
const AT_ONCE = 24;
const { binaries, reason } = findControlPlane();
if (!binaries) throw new Error(`there is no control plane to compare with: ${reason}`);
const servers = await startServers(binaries, { onlyCustom: true });
try {
  if (values.record) await record();
  else await compare();
} finally {
  await servers.stop();
}

async function record(): Promise<void> {
  const kinds = corpusKinds();
  if (kinds === undefined) throw new Error('there is no corpus of real CRDs beside the project');
  await servers.createNamespace(NAMESPACE);
  const recorded = new Map<string, ExpectedKind>();
  for (let start = 0; start < kinds.length; start += AT_ONCE) {
    const some = kinds.slice(start, start + AT_ONCE);
    const answers = await Promise.all(some.map((kind) => answersOf(servers.requesters.real, kind)));
    some.forEach(({ file, hash }, index) => recorded.set(file, { hash, answers: answers[index] ?? [] }));
    console.error(`${recorded.size} of ${kinds.length}`);
  }
  writeExpected(recorded);
}

async function compare(): Promise<void> {
  const only = values.only?.split(',').map(Number);
  const start = performance.now();
  const { total, failures, served, answers, accepted } = await compareSchemas(servers, {
    seed: Number(values.seed),
    runs: only ? Math.max(...only) + 1 : Number(values.runs),
    ...(only && { only: new Set(only) }),
    shrinking: { mistakes: Number(values.mistakes), milliseconds: Number(values.shrink) * 1000 },
    log: (line) => console.error(line),
  });
  for (const { name, message } of failures) console.log(`FAIL ${name}\n${message.replaceAll(/^/gm, '  ')}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`generated schemas of seed ${values.seed}: ${total - failures.length} of ${total}, ${seconds} s`);
  console.log(`  ${served} served, ${answers} answers, ${accepted} successes of objects`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
