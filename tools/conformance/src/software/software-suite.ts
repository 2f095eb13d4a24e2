import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Connection } from '@kb/apimachinery';
import type { ImageBehaviors } from '@kb/simulation';
import { newAdminToken, startEmbeddedCluster } from '@kb/cli/dev';
import type { ControlPlaneBinaries } from '@kb/control-plane';
import { KubeConfig } from '@kubernetes/client-node';
import { outcomeOf, runCases, type Suite } from '../suite.ts';
import { startRealTarget } from '../targets/real-target.ts';
import { objectCases } from './client-node/object-cases.ts';
import { streamCases } from './client-node/stream-cases.ts';
import { certManager } from './programs/cert-manager.ts';
import { controllerRuntimeExamples } from './programs/controller-runtime-examples.ts';
import { fabric8Clients } from './programs/fabric8.ts';
import { helm } from './programs/helm.ts';
import { cronJobTutorial, multiversionTutorial } from './programs/kubebuilder-book.ts';
import { jobset } from './programs/jobset.ts';
import { kubeRs } from './programs/kube-rs.ts';
import { prometheusOperator } from './programs/prometheus-operator.ts';
import { k9s, kopf, pythonClient } from './programs/python-programs.ts';
import { sealedSecrets } from './programs/sealed-secrets.ts';
import { stern } from './programs/stern.ts';
import type { PreparedSoftware, Software } from './support/software.ts';

/** client-node, the JavaScript client, with its informers, commands, ports and metrics. */
const clientNode: Software = {
  name: 'client-node',
  prepare: () =>
    Promise.resolve(({ kubeconfig, folder }) => {
      const config = new KubeConfig();
      config.loadFromFile(kubeconfig);
      const cases = [...objectCases, ...streamCases];
      return runCases(
        cases,
        ({ name }) => name,
        ({ run }) => run({ config, folder }),
      );
    }),
};

/** The programs, in the order in which they run. */
const programs: readonly Software[] = [
  helm,
  stern,
  k9s,
  prometheusOperator,
  jobset,
  sealedSecrets,
  certManager,
  controllerRuntimeExamples,
  cronJobTutorial,
  multiversionTutorial,
  clientNode,
  pythonClient,
  kopf,
  kubeRs,
  ...fabric8Clients,
];

/** How the containers behave that the programs start. */
const images: ImageBehaviors = {
  'example.com/web:*': {
    logs: 'the web is served',
    exec: { echo: { run: ['echo'] }, cat: { run: ['cat'] }, tar: { run: ['tar'] }, false: { exitCode: 1 } },
    attach: ({ stdout }) => stdout(new TextEncoder().encode('attached\n')),
    ports: { 80: answer },
  },
  'example.com/work:*': { logs: 'first line\nsecond line' },
  'example.com/test:*': { logs: 'the shop answers' },
  'example.com/runs:*': { runs: true },
  'example.com/fails:*': { exitCode: 1 },
  'example.com/missing:*': { pullError: 'not found' },
};

/** Sends a response to the first request of a connection. */
async function answer({ received, send, finish }: Connection): Promise<void> {
  for await (const bytes of received) {
    if (bytes.byteLength === 0) continue;
    await send(new TextEncoder().encode('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nok\n'));
    break;
  }
  finish();
}

/** A suite that needs no target: it starts what it needs. */
export interface SoftwareSuite {
  readonly name: string;
  run(): ReturnType<Suite['run']>;
  /** Runs it against a real control plane, if it is meant for both. */
  readonly runReal?: (binaries: ControlPlaneBinaries) => ReturnType<Suite['run']>;
}

/** One suite for each program: it runs against a cluster of its own. */
export const softwareSuites: readonly SoftwareSuite[] = programs.map((software) => ({
  name: `software: ${software.name}`,
  async run() {
    const prepared = await software.prepare();
    return 'skipped' in prepared ? prepared : runPrepared(prepared, software);
  },
  ...(software.real === true && {
    async runReal(binaries: ControlPlaneBinaries) {
      const prepared = await software.prepare();
      return 'skipped' in prepared ? prepared : runOnReal(prepared, binaries, software);
    },
  }),
}));

async function runOnReal(
  prepared: PreparedSoftware,
  binaries: ControlPlaneBinaries,
  { workloads = true }: Software,
): ReturnType<Suite['run']> {
  const target = await startRealTarget(binaries, { workloads });
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-software-'));
  const serveWebhooks = (service: string): never => {
    throw new Error(`a real control plane calls webhooks by URL only, so not those of ${service}`);
  };
  try {
    return await outcomeOf(() => prepared({ kubeconfig: target.kubeconfig, folder, serveWebhooks }), 20);
  } finally {
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runPrepared(
  prepared: PreparedSoftware,
  { rbac = false, workloads = true }: Software,
): ReturnType<Suite['run']> {
  const webhookPorts = new Map<string, number>();
  let localPorts: Readonly<Record<number, number>> = {};
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-software-'));
  const cluster = await startEmbeddedCluster({
    port: 0,
    workloads,
    tls: true,
    tokens: newAdminToken(),
    images: { ...images, 'example.com/local:*': () => ({ ports: localPorts }) },
    ...(rbac && { authorizationMode: 'RBAC' }),
    resolveService({ namespace, name }) {
      const port = webhookPorts.get(`${namespace}/${name}`);
      return port === undefined ? undefined : `https://127.0.0.1:${port}`;
    },
    onNotEnforced: () => undefined,
  });
  try {
    const kubeconfig = path.join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, cluster.kubeconfig, { mode: 0o600 });
    return await outcomeOf(
      () =>
        prepared({
          kubeconfig,
          folder,
          serveWebhooks: (service, port) => void webhookPorts.set(service, port),
          serveContainers: (ports) => (localPorts = ports),
        }),
      20,
    );
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
