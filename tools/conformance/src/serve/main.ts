// Records what kube-apiserver answers to the definitions of the corpus, and to objects made of their schemas.
import { findControlPlane } from '@kb/control-plane';
import { startServers } from '../api-server/random-requests/comparison/servers.ts';
import { answersOf } from './corpus/compare-recorded.ts';
import { corpusKinds, NAMESPACE } from './corpus/corpus-kinds.ts';
import { type ExpectedKind, writeExpected } from './corpus/expected-answers.ts';

/** How many definitions are sent at the same time: most of the time is waiting until they are served. */
const AT_ONCE = 24;
const { binaries, reason } = findControlPlane();
if (!binaries) throw new Error(`there is no control plane to compare with: ${reason}`);
const servers = await startServers(binaries);
try {
  await record();
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
