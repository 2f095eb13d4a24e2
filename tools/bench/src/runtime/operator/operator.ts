// The operator that is measured: what the Go program in tools/controller-runtime/operator does, in the same way.
//
// It reconciles the AppServices of a namespace. With --children it writes a ConfigMap for each that has none; else it
// writes nothing. It says on standard output, as a line of JSON, when it has done so for as many as --objects says, and
// then, when it has seen as many changes with the time of their sending as --events says, how long after that it
// reconciled each. Times are nanoseconds of the machine's monotonic clock, which all processes share.
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AppService, appServices } from '@appservice/client/batch/v1alpha1';
import type { DeepReadonly } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { controllerFor, type ReconcileContext, runManager } from '@kb/runtime';

/** The annotation that carries the time when a change was sent. */
const SENT_ANNOTATION = 'bench.example.com/sent';

const { values: flags } = parseArgs({
  options: {
    namespace: { type: 'string', default: 'default' },
    objects: { type: 'string', default: '0' },
    workers: { type: 'string', default: '1' },
    events: { type: 'string', default: '0' },
    children: { type: 'boolean', default: false },
    'leader-elect': { type: 'boolean', default: false },
  },
});
const objects = Number(flags.objects);
const events = Number(flags.events);
const latencies: number[] = [];
let done = 0;
let first = 0n;
let last = 0n;

/** Counts a reconcile that began at a time, of an object that says when it was sent. */
function count(running: bigint, sent: string | undefined): void {
  done += 1;
  if (done === 1) first = running;
  if (done === objects) {
    last = process.hrtime.bigint();
    say({ reconciled: done, first: Number(first), last: Number(last) });
  } else if (done > objects && sent !== undefined && BigInt(sent) > last) {
    latencies.push(Number(running - BigInt(sent)));
    if (latencies.length === events) say({ latencies });
  }
}

/** Applies the ConfigMap of an AppService, unless it is up to date. Returns whether it did. */
async function writeChild({ client, key }: ReconcileContext, app: DeepReadonly<AppService>): Promise<boolean> {
  const child = client.cached(configMaps).get(key);
  if (child?.data?.['image'] === app.spec.image) return false;
  const { name, namespace } = app.metadata;
  await client.apply(
    configMaps,
    { metadata: { name, namespace }, data: { image: app.spec.image } },
    { controlledBy: app },
  );
  return true;
}

function say(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

const described = controllerFor(appServices).withOptions({ maxConcurrentReconciles: Number(flags.workers) });
const controller = (flags.children ? described.owns(configMaps) : described).reconcile(async (context) => {
  const running = process.hrtime.bigint();
  const app = context.client.cached(appServices).get(context.key);
  if (!app) return;
  if (flags.children && !(await writeChild(context, app))) return;
  count(running, app.metadata.annotations?.[SENT_ANNOTATION]);
});
process.exitCode = await runManager({
  controllers: [controller],
  cache: { namespaces: [flags.namespace] },
  leaderElectionId: 'operator.bench.example.com',
  // Probes and metrics, as config/manager asks for.
  args: [
    '--health-probe-bind-address=127.0.0.1:0',
    '--metrics-bind-address=127.0.0.1:0',
    '--metrics-secure=false',
    ...(flags['leader-elect'] ? ['--leader-elect', `--leader-election-namespace=${flags.namespace}`] : []),
  ],
});
