import { fileURLToPath } from 'node:url';
import { systemClock } from '@kb/client';
import { namespaces } from '@kb/kubernetes/core/v1';
import type { Target } from '../targets/target.ts';
import { exercise, send, textOf } from './shared/exercise.ts';
import { startGoWebhooks } from './go-webhooks.ts';
import { observe, type Observed } from './observed.ts';
import { type Backend, type RecordingProxy, startRecordingProxy } from './shared/recording-proxy.ts';
import type { NamedObject, Scenario } from './shared/scenario.ts';

/** What was seen with each program behind an API server. */
export interface Observations {
  /** The Go program. Undefined: it cannot be built. */
  readonly go?: Observed;
  /** The same webhooks with our runtime, if the scenario has them. */
  readonly ours?: Observed;
}

/** Returns the file with what was seen behind kube-apiserver. */
export function keptFileOf({ name }: Scenario): string {
  return fileURLToPath(new URL(`testdata/${name}.json`, import.meta.url));
}

/** Runs the programs of a scenario behind a server. `log` gets the reason if the Go program cannot be built. */
export async function observeTarget(
  target: Target,
  scenario: Scenario,
  log: (line: string) => void,
): Promise<Observations> {
  const proxy = await startRecordingProxy();
  const remove = await install(target, scenario, proxy);
  try {
    const ours = scenario.twin && (await observeProgram(target, scenario, proxy, scenario.twin()));
    const program = await startGoWebhooks(scenario.goPackage, target.kubeconfig);
    if ('reason' in program) {
      log(`${scenario.name}: without the Go program: ${program.reason}`);
      return { ...(ours && { ours }) };
    }
    try {
      const go = await observeProgram(target, scenario, proxy, program.backend);
      return { ...(ours && { ours }), go };
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
  scenario: Scenario,
  proxy: RecordingProxy,
  backend: Backend,
): Promise<Observed> {
  proxy.backend = backend;
  const labels = { 'webhook-scenario': scenario.name };
  const { metadata } = await client.create(namespaces, { metadata: { generateName: 'webhooks-', labels } });
  await untilCalled(transport, scenario, metadata.name);
  proxy.requests.length = 0;
  const answers = await exercise(scenario.exercise, transport, metadata.name);
  return observe({ answers, requests: [...proxy.requests] }, metadata.name);
}

/** Where the objects of a scenario are created. */
function collectionOf({ apiVersion, kind }: NamedObject): string {
  return `/apis/${apiVersion}/${kind.toLowerCase()}s`;
}

/** Creates the definitions and configurations. Returns the function that removes them. */
async function install({ transport }: Target, scenario: Scenario, place: RecordingProxy): Promise<() => Promise<void>> {
  const created: string[] = [];
  const remove = async (): Promise<void> => {
    for (const path of created.toReversed()) await send(transport, { method: 'DELETE', path });
  };
  for (const body of scenario.objects(place)) {
    const path = collectionOf(body);
    const { status } = await send(transport, { method: 'POST', path, body });
    if (status !== 201) {
      await remove();
      throw new Error(`POST ${path}: ${status}`);
    }
    created.push(`${path}/${body.metadata.name}`);
  }
  return remove;
}

/** How often the server is asked whether it uses the configurations: kube-apiserver takes a moment. */
const TRIES = 300;

/** Waits until every probe shows that the webhooks are called. */
async function untilCalled(
  transport: Target['transport'],
  { probes, exercise: { pathOf } }: Scenario,
  namespace: string,
): Promise<void> {
  for (const { step, isCalled } of probes) {
    let left = TRIES;
    for (;;) {
      const response = await send(transport, { ...step, path: pathOf(step.path, namespace) });
      const body = await textOf(response);
      if (isCalled(response.status, body)) break;
      left -= 1;
      if (left === 0) throw new Error(`the webhooks were never called: ${step.method} ${step.path}: ${body}`);
      await systemClock.sleep(100);
    }
  }
}
