import { type CommandCase, runCommandCases } from '../support/command-cases.ts';
import { installGoProgram } from '../support/go-program.ts';
import type { Software } from '../support/software.ts';

/** stern: the logs of many Pods. */
export const stern: Software = {
  name: 'stern',
  async prepare() {
    const installed = await installGoProgram({ name: 'stern', package: 'github.com/stern/stern', version: 'v1.33.0' });
    if ('skipped' in installed) return installed;
    return (place) => runCommandCases(cases, { binaries: [installed.binary] }, place);
  },
};

const cases: readonly CommandCase[] = [
  {
    name: 'shows the logs of all Pods of a Deployment',
    run: `kubectl create namespace logs && kubectl -n logs create deployment web --image=example.com/web:1 --replicas=2 &&
      kubectl -n logs rollout status deployment/web --timeout=60s && stern -n logs deployment/web --no-follow --color never`,
    prints: ['web-', 'the web is served'],
  },
  {
    name: 'follows new Pods',
    run: `(sleep 1; kubectl -n logs create job late --image=example.com/work:1) > created &
      timeout 20 stern -n logs '^late' --color never > followed & pid=$!
      for i in $(seq 200); do grep -q 'second line' followed && break; sleep 0.1; done
      kill $pid; cat followed`,
    prints: ['late-', 'first line', 'second line'],
  },
  {
    name: 'filters lines',
    run: "stern -n logs '^late' --no-follow --include second --color never",
    prints: ['second line'],
  },
  {
    name: 'adds timestamps, and writes JSON',
    run: "stern -n logs '^late' --no-follow --timestamps --output json --color never",
    prints: ['"namespace":"logs"', '"message":"20'],
  },
];
