import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { whileRunning } from '../support/account-programs.ts';
import { both, type CommandCase, runCommandCases } from '../support/command-cases.ts';
import { buildGoDependency, folderOfGoModule, type GoProgram } from '../support/go-program.ts';
import type { Software } from '../support/software.ts';

const OBJECTS = fileURLToPath(new URL('../../../../software/prometheus-operator', import.meta.url));

const program: GoProgram = {
  name: 'prometheus-operator',
  package: 'github.com/prometheus-operator/prometheus-operator/cmd/operator',
  version: 'v0.85.0',
};

/** prometheus-operator: its StatefulSets become available, and follow what users change. */
export const prometheusOperator: Software = {
  name: 'prometheus-operator',
  async prepare() {
    const built = await buildPrometheusOperator();
    if ('skipped' in built) return built;
    const { binary, definitions: DEFINITIONS } = built;
    return async (place) => {
      const run = (cases: readonly CommandCase[]): ReturnType<typeof runCommandCases> =>
        runCommandCases(cases, { binaries: [], env: { DEFINITIONS, OBJECTS } }, place);
      const installed = await run(definitions);
      const operator = { name: 'operator', command: [binary, '--web.listen-address=127.0.0.1:0'] } as const;
      return both(installed, await whileRunning([operator], place, () => run(cases)));
    };
  },
};

/** Builds prometheus-operator, and returns the folder of its definitions. */
export async function buildPrometheusOperator(): Promise<
  { readonly binary: string; readonly definitions: string } | { readonly skipped: string }
> {
  const built = await buildGoDependency(program);
  if ('skipped' in built) return built;
  const module = 'github.com/prometheus-operator/prometheus-operator';
  const folder = await folderOfGoModule(module, path.dirname(built.binary));
  return { binary: built.binary, definitions: path.join(folder, 'example', 'prometheus-operator-crd') };
}

const definitions: readonly CommandCase[] = [
  {
    name: 'its definitions are established',
    run: `kubectl create namespace monitoring && kubectl apply --server-side -f "$DEFINITIONS" > created &&
      kubectl wait --for=condition=Established crd --all --timeout=60s | wc -l`,
    prints: ['10'],
  },
];

const AVAILABLE = '--for=condition=Available --timeout=2m -n monitoring';

const cases: readonly CommandCase[] = [
  {
    name: 'a Prometheus becomes available',
    run: `kubectl apply -f "$OBJECTS/prometheus.yaml" && kubectl wait prometheus/shop ${AVAILABLE}`,
    prints: ['prometheus.monitoring.coreos.com/shop condition met'],
  },
  {
    name: 'it has the StatefulSet, the Pods and the status that the operator gives it',
    run: `kubectl -n monitoring get statefulset prometheus-shop -o jsonpath={.status.readyReplicas}/{.status.replicas} &&
      kubectl -n monitoring get prometheus shop -o jsonpath=:{.status.availableReplicas}`,
    prints: ['2/2:2'],
  },
  {
    name: 'monitors and rules reach its configuration',
    run: `kubectl apply -f "$OBJECTS/monitors.yaml" && for i in $(seq 300); do
        kubectl -n monitoring get secret prometheus-shop -o 'go-template={{index .data "prometheus.yaml.gz"}}' |
          base64 -d | gunzip | grep job_name && break; sleep 0.1; done &&
      kubectl -n monitoring get configmap prometheus-shop-rulefiles-0 -o name`,
    prints: ['serviceMonitor/monitoring/shop/0', 'configmap/prometheus-shop-rulefiles-0'],
  },
  {
    name: 'a change of its replicas is rolled out',
    run: `kubectl -n monitoring patch prometheus shop --type merge -p '{"spec":{"replicas":3}}' &&
      kubectl -n monitoring wait prometheus/shop --for=jsonpath={.status.availableReplicas}=3 --timeout=2m`,
    prints: ['condition met'],
  },
  {
    name: 'an Alertmanager becomes available',
    run: `kubectl apply -f "$OBJECTS/alertmanager.yaml" && kubectl wait alertmanager/shop ${AVAILABLE}`,
    prints: ['alertmanager.monitoring.coreos.com/shop condition met'],
  },
  {
    name: 'what it made goes with it',
    run: `kubectl -n monitoring delete prometheus shop && kubectl -n monitoring delete alertmanager shop &&
      for i in $(seq 300); do [ -z "$(kubectl -n monitoring get statefulsets,pods -o name)" ] && break; sleep 0.1; done &&
      kubectl -n monitoring get statefulsets,pods`,
    prints: ['No resources found'],
  },
];
