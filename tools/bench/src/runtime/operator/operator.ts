// The operator that is measured. It does the same as the Go program in tools/controller-runtime/operator, in the same
// way.
//
// It reconciles the AppServices of a namespace. With --children it writes a ConfigMap for each that has none; otherwise
// it writes nothing. When it has reconciled as many as --objects says, it prints a line of JSON. When it has reconciled
// as many annotated changes as --events says, it prints another line, with the delay of each after its sending. Times
// are nanoseconds of the machine's monotonic clock, which all processes share.
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AppService, appServices } from '@appservice/client/batch/v1alpha1';
import type { DeepReadonly } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { controllerFor, type ReconcileContext, runManager } from '@kb/runtime';

/** The annotation that holds when a change was sent. */
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

/** Counts a reconcile that began at `running`; `sent` is the time in the object's annotation, if any. */
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

/** Applies the ConfigMap of an AppService, unless it is up to date. Returns whether it applied one. */
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
  // Probes and metrics, as config/manager configures them.
  args: [
    '--health-probe-bind-address=127.0.0.1:0',
    '--metrics-bind-address=127.0.0.1:0',
    '--metrics-secure=false',
    ...(flags['leader-elect'] ? ['--leader-elect', `--leader-election-namespace=${flags.namespace}`] : []),
  ],
});
