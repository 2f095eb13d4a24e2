import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@kb/client';
import { namespaces } from '@kb/kubernetes/core/v1';
import type { Failure, Suite, SuiteResult } from '../suite.ts';
import type { Target } from '../targets/target.ts';
import { cronJobConfigurations, cronJobDefinition, type NamedObject } from './cron-job-manifests.ts';
import { exercise, send } from './exercise.ts';
import { startGoWebhooks } from './go-webhooks.ts';
import { observe, type Observed } from './observed.ts';
import { type Backend, type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';
import { twinWebhooks } from './twin.ts';

/** What was seen with each program behind an API server. */
export interface Observations {
  /** The webhooks of tools/controller-runtime/webhooks. */
  readonly go?: Observed;
  /** Those of our runtime. */
  readonly ours: Observed;
}

/** The file with what kube-apiserver sent. */
export const keptFile: string = fileURLToPath(new URL('testdata/kube-apiserver.json', import.meta.url));

/**
 * Runs a Go webhook server and one of ours behind an API server, and compares what they are sent, and what clients get,
 * with what was recorded behind kube-apiserver.
 */
export const webhooksSuite: Suite = {
  name: 'webhooks behind the API server',
  workloads: false,
  live: true,
  async run(target) {
    const kept = JSON.parse(readFileSync(keptFile, 'utf8')) as Observations;
    const seen = await observeTarget(target);
    const results = [compareObserved('ours', seen.ours, kept.ours)];
    if (seen.go && kept.go) results.push(compareObserved('controller-runtime', seen.go, kept.go));
    return {
      total: results.reduce((sum, { total }) => sum + total, 0),
      failures: results.flatMap(({ failures }) => failures),
    };
  },
};

/** Runs both programs behind a server, the Go program if it can be built. */
export async function observeTarget(target: Target): Promise<Observations> {
  const proxy = await startRecordingProxy();
  const remove = await install(target, proxy);
  try {
    const ours = await observeProgram(target, proxy, twinWebhooks());
    const program = await startGoWebhooks(target.kubeconfig);
    if ('reason' in program) return { ours };
    try {
      return { ours, go: await observeProgram(target, proxy, program.backend) };
    } finally {
      await program.stop();
    }
  } finally {
    await remove();
    await proxy.stop();
  }
}

async function observeProgram(
  { client, transport }: Target,
  proxy: RecordingProxy,
  backend: Backend,
): Promise<Observed> {
  proxy.backend = backend;
  const { metadata } = await client.create(namespaces, { metadata: { generateName: 'webhooks-' } });
  await untilCalled(transport, metadata.name);
  proxy.requests.length = 0;
  const answers = await exercise(transport, metadata.name);
  return observe({ answers, requests: [...proxy.requests] }, metadata.name);
}

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const configurationsOf = (kind: string): string =>
  `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`;

/** Installs the definition and the configurations. Returns the function that removes them. */
async function install({ transport }: Target, place: RecordingProxy): Promise<() => Promise<void>> {
  const created: string[] = [];
  const create = async (path: string, body: NamedObject): Promise<void> => {
    const { status } = await send(transport, { method: 'POST', path, body });
    if (status !== 201) throw new Error(`POST ${path}: ${status}`);
    created.push(`${path}/${body.metadata.name}`);
  };
  await create(DEFINITIONS, cronJobDefinition(place));
  for (const configuration of cronJobConfigurations(place))
    await create(configurationsOf(configuration.kind.replace('WebhookConfiguration', '')), configuration);
  return async () => {
    for (const path of created.toReversed()) await send(transport, { method: 'DELETE', path });
  };
}

/** How often the server is asked whether it uses the configurations: kube-apiserver takes a moment. */
const TRIES = 300;

/** Waits until both webhooks are called: an invalid CronJob is then refused by the validating one. */
async function untilCalled(transport: Target['transport'], namespace: string): Promise<void> {
  const path = `/apis/batch.tutorial.kubebuilder.io/v1/namespaces/${namespace}/cronjobs?dryRun=All`;
  const body = {
    apiVersion: 'batch.tutorial.kubebuilder.io/v1',
    kind: 'CronJob',
    metadata: { name: 'probe' },
    spec: { schedule: '', jobTemplate: {} },
  };
  for (let left = TRIES; left > 0; left -= 1) {
    if ((await send(transport, { method: 'POST', path, body })).status === 422) return;
    await systemClock.sleep(100);
  }
  throw new Error('the webhooks were never called');
}

/** Compares what was seen with what was kept: each answer, each review. */
function compareObserved(program: string, seen: Observed, kept: Observed): SuiteResult {
  const failures: Failure[] = [];
  const compare = (name: string, [real, ours]: readonly [unknown, unknown]): void => {
    const texts = [JSON.stringify(real) ?? 'nothing', JSON.stringify(ours) ?? 'nothing'] as const;
    if (texts[0] === texts[1]) return;
    const from = Math.max(0, firstDifference(...texts) - SHOWN / 2);
    const [theirs, here] = texts.map((text) => text.slice(from, from + SHOWN));
    failures.push({
      name: `${program}: ${name}`,
      message: `kube-apiserver: ${theirs ?? ''}\nhere:           ${here ?? ''}`,
    });
  };
  const lists = [
    ['answer', kept.answers, seen.answers],
    ['admission review', kept.admission, seen.admission],
  ] as const;
  let total = 0;
  for (const [name, real, ours] of lists) {
    const length = Math.max(real.length, ours.length);
    for (let index = 0; index < length; index += 1) compare(`${name} ${index}`, [real[index], ours[index]]);
    total += length;
  }
  // kube-apiserver converts more, for its caches.
  for (const review of seen.conversions) {
    if (!kept.conversions.includes(review)) compare('conversion review', [nearest(review, kept.conversions), review]);
  }
  total += seen.conversions.length;
  return { total, failures };
}

/** How much of two texts that differ is shown. */
const SHOWN = 400;

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
}

/** The text that shares most of its beginning with another. */
function nearest(text: string, others: readonly string[]): string | undefined {
  return others.toSorted((a, b) => firstDifference(text, b) - firstDifference(text, a))[0];
}
