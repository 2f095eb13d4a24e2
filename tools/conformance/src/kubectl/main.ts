// Compares kubectl's output on the embedded API server with its recorded output on a real control plane.
//   node --conditions=@kb/source tools/conformance/src/kubectl/main.ts [--record] [SESSION…]
//     --record   starts a real control plane, and records kubectl's output
//     SESSION    runs only these sessions
import { parseArgs } from 'node:util';
import { messageOf } from '../suite.ts';
import { startEmbeddedTarget } from '../targets/embedded-target.ts';
import { realBinaries, startRealTarget } from '../targets/real-target.ts';
import type { Target } from '../targets/target.ts';
import { compareSession, kubectlVersion, runSessions, startConnectionsTarget } from './kubectl-suite.ts';
import { readSessions, type Stage, writeSession, writeVersion } from './sessions.ts';

const { values, positionals: names } = parseArgs({ allowPositionals: true, options: { record: { type: 'boolean' } } });

const version = kubectlVersion();
if (version === undefined) throw new Error('kubectl is not installed');
if (values.record) writeVersion(version);
for (const stage of ['api-server', 'workloads', 'connections'] satisfies Stage[]) {
  const wanted = readSessions(stage).filter(({ name }) => names.length === 0 || names.includes(name));
  if (wanted.length === 0) continue;
  const target = stage === 'connections' ? await startConnectionsTarget() : await start(stage === 'workloads');
  try {
    await runSessions(wanted, { target, stage }, (session, result) => {
      const problem =
        'error' in result ? messageOf(result.error) : values.record ? '' : compareSession(session, result);
      if (values.record && 'entries' in result) writeSession(session, result.entries);
      console.log(
        problem === ''
          ? `${session.name}: ${values.record ? 'recorded' : 'the same'}`
          : `${session.name}: DIFFERENT\n${problem}`,
      );
      if (problem !== '') process.exitCode = 1;
    });
  } finally {
    await target.stop();
  }
}

async function start(workloads: boolean): Promise<Target> {
  if (!values.record) return startEmbeddedTarget({ workloads });
  const binaries = await realBinaries(console.log);
  if ('reason' in binaries) throw new Error(`recording needs a control plane: ${binaries.reason}`);
  return startRealTarget(binaries, { workloads, resourceMetrics: workloads });
}
