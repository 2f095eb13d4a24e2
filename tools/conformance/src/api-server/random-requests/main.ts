// Compares random sequences of requests with kube-apiserver: `--seed N`, `--runs N` (default 200), `--mistakes N` (how
// many are shrunk), `--shrink SECONDS`, `--only N,N…` (only these sequences of the seed).
import { parseArgs } from 'node:util';
import { findControlPlane } from '@kb/control-plane';
import { compareGenerated } from './comparison/compare-generated.ts';
import { startServers } from './comparison/servers.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '200' },
    mistakes: { type: 'string', default: '10' },
    shrink: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
});
const only = values.only?.split(',').map(Number);
const { binaries, reason } = findControlPlane();
if (!binaries) throw new Error(`there is no control plane to compare with: ${reason}`);
const servers = await startServers(binaries);
try {
  const start = performance.now();
  const { total, requests, failures, leftOut } = await compareGenerated(servers, {
    seed: Number(values.seed),
    runs: only ? Math.max(...only) + 1 : Number(values.runs),
    ...(only && { only: new Set(only) }),
    shrinking: { mistakes: Number(values.mistakes), milliseconds: Number(values.shrink) * 1000 },
    log: (line) => console.error(line),
    found: ({ name, message }) => console.log(`FAIL ${name}\n${message.replaceAll(/^/gm, '  ')}`),
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `generated sequences of seed ${values.seed}: ${total - failures.length} of ${total}, ${requests} requests, ${seconds} s`,
  );
  for (const line of leftOut) console.log(`  ${line}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await servers.stop();
}
