import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountProgram, freePorts, whileRunning } from '../support/account-programs.ts';
import { both, type CommandCase, type CommandSetting, runCommandCases, until } from '../support/command-cases.ts';
import { buildGoDependency, folderOfGoModule, type GoProgram, installGoProgram } from '../support/go-program.ts';
import { mustRun } from '../support/run-command.ts';
import type { Place, Software } from '../support/software.ts';
import { helmProgram } from './helm.ts';

const OBJECTS = fileURLToPath(new URL('../../../../software/jobset', import.meta.url));

const program: GoProgram = { name: 'jobset', package: 'sigs.k8s.io/jobset', version: 'v0.8.2' };

/** The folder where its Deployment mounts the certificate. It waits for a file there, and no setting names another. */
const MOUNTED = '/tmp/k8s-webhook-server/serving-certs';

/** jobset: sets of Jobs, by its chart, with its controller and its webhooks under RBAC. */
export const jobset: Software = {
  name: 'jobset',
  rbac: true,
  async prepare() {
    const helm = await installGoProgram(helmProgram);
    if ('skipped' in helm) return helm;
    const built = await buildGoDependency(program);
    if ('skipped' in built) return built;
    const chart = path.join(await folderOfGoModule(program.package, path.dirname(built.binary)), 'charts', 'jobset');
    return async (place) => {
      const [webhookPort = 0, healthPort = 0, metricsPort = 0] = await freePorts(3);
      const setting: CommandSetting = {
        binaries: [helm.binary],
        env: { CHART: chart, OBJECTS, MOUNTED, METRICS: `https://127.0.0.1:${metricsPort}/metrics` },
      };
      const run = (some: readonly CommandCase[]): ReturnType<typeof runCommandCases> =>
        runCommandCases(some, setting, place);
      const installed = await run([installation]);
      // Without the objects of its chart the controller cannot be started.
      if (installed.failures.length > 0) return installed;
      place.serveWebhooks('jobset-system/jobset-webhook-service', webhookPort);
      const controller = await controllerOf(built.binary, { webhookPort, healthPort, metricsPort }, place);
      const mountedBefore = existsSync(MOUNTED);
      try {
        return both(installed, await whileRunning([controller], place, () => run(cases)));
      } finally {
        if (!mountedBefore) rmSync(MOUNTED, { recursive: true, force: true });
      }
    };
  },
};

interface Ports {
  readonly webhookPort: number;
  readonly healthPort: number;
  readonly metricsPort: number;
}

/** Returns the controller with the account and the configuration of the chart, but with ports of this machine. */
async function controllerOf(
  binary: string,
  { webhookPort, healthPort, metricsPort }: Ports,
  { folder, kubeconfig }: Place,
): Promise<AccountProgram> {
  const script = `mkdir -p certificates &&
    kubectl -n jobset-system get configmap jobset-controller-config -o 'go-template={{index .data "controller_manager_config.yaml"}}' |
      sed 's/leaderElect: true/&\\n  resourceNamespace: jobset-system/' > jobset.yaml && cat >> jobset.yaml << END

webhook: { host: 127.0.0.1, port: ${webhookPort}, certDir: ${path.join(folder, 'certificates')} }
health: { healthProbeBindAddress: '127.0.0.1:${healthPort}' }
metrics: { bindAddress: '127.0.0.1:${metricsPort}' }
END`;
  await mustRun(['bash', '-c', script], { cwd: folder, env: { KUBECONFIG: kubeconfig } });
  return {
    name: 'controller',
    command: [binary, `--config=${path.join(folder, 'jobset.yaml')}`],
    account: 'jobset-system/jobset-controller',
  };
}

const installation: CommandCase = {
  name: 'its chart is installed, and its Deployment becomes available',
  run: `helm install jobset "$CHART" -n jobset-system --create-namespace --set prometheus.enable=false --wait --timeout 2m`,
  prints: ['STATUS: deployed'],
};

const secret = (key: string): string =>
  `kubectl -n jobset-system get secret jobset-webhook-server-cert -o 'go-template={{index .data "${key}"}}'`;

const injected = (kind: string): string =>
  until(
    `[ "$(kubectl get ${kind} jobset-${kind.slice(0, -'webhookconfiguration'.length)}-webhook-configuration -o 'jsonpath={.webhooks[0].clientConfig.caBundle}')" = "$(${secret('ca.crt')})" ]`,
  );

const jobsOf = (name: string, jsonpath: string): string =>
  `kubectl get jobs -l jobset.sigs.k8s.io/jobset-name=${name} -o 'jsonpath=${jsonpath}'`;

const podsOf = (name: string, phase: string): string =>
  `kubectl get pods -l jobset.sigs.k8s.io/jobset-name=${name} --field-selector status.phase=${phase} -o name | wc -l`;

const eventually = (command: string, expected: string): string => until(`[ "$(${command})" = "${expected}" ]`);

const finished = (name: string, condition: 'Completed' | 'Failed'): string =>
  `kubectl wait jobset/${name} --for=condition=${condition} --timeout=60s`;

const cases: readonly CommandCase[] = [
  {
    name: 'it makes a certificate, and writes its authority into its webhooks',
    run: `${until(`[ -n "$(${secret('tls.crt')})" ]`)} &&
      ${secret('tls.crt')} | base64 -d > certificates/tls.crt && ${secret('tls.key')} | base64 -d > certificates/tls.key &&
      mkdir -p "$MOUNTED" && cp certificates/tls.crt "$MOUNTED" &&
      ${injected('mutatingwebhookconfiguration')} && ${injected('validatingwebhookconfiguration')} &&
      ${secret('ca.crt')} | base64 -d > ca.pem && openssl verify -CAfile ca.pem certificates/tls.crt`,
    prints: ['certificates/tls.crt: OK'],
  },
  {
    name: 'its webhook sets defaults, once it answers',
    run: `${until('kubectl apply -f "$OBJECTS/parallel.yaml"')} &&
      kubectl get jobset parallel -o 'jsonpath={.spec.successPolicy.operator} {.spec.replicatedJobs[0].template.spec.completionMode} {.spec.replicatedJobs[0].template.spec.template.spec.restartPolicy} {.spec.network.enableDNSHostnames}'`,
    prints: ['jobset.jobset.x-k8s.io/parallel created', 'All Indexed OnFailure true'],
  },
  {
    name: 'a set of Jobs runs to its end, and the status counts them',
    run: `${finished('parallel', 'Completed')} &&
      ${jobsOf('parallel', '{range .items[*]}{.metadata.name}={.status.succeeded} {end}')} &&
      kubectl get jobset parallel -o 'jsonpath={.status.terminalState}{range .status.replicatedJobsStatus[*]} {.name}:{.succeeded}{end}' &&
      kubectl get jobset parallel`,
    prints: [
      'parallel-driver-0=1 parallel-workers-0=2 parallel-workers-1=2',
      'Completed',
      'driver:1',
      'workers:2',
      'TERMINALSTATE',
    ],
  },
  {
    name: 'its Pods have the names and labels by which they find one another',
    run: `kubectl get service training -o 'jsonpath={.spec.clusterIP} {.spec.publishNotReadyAddresses}{"\\n"}' &&
      kubectl get pods -l jobset.sigs.k8s.io/job-index=1 -o 'jsonpath={range .items[*]}{.spec.hostname}.{.spec.subdomain} {.metadata.labels.jobset\\.sigs\\.k8s\\.io/coordinator}{"\\n"}{end}' | sort`,
    prints: [
      'None true',
      'parallel-workers-1-0.training parallel-driver-0-0.training\nparallel-workers-1-1.training parallel-driver-0-0.training',
    ],
  },
  {
    name: 'a Job starts when the one that it depends on is ready; the set ends with it, and no other goes on',
    run: `kubectl apply -f "$OBJECTS/leader.yaml" &&
      ${eventually(`kubectl get pods -l jobset.sigs.k8s.io/jobset-name=leader -o 'jsonpath={.items[*].status.containerStatuses[0].state.waiting.reason}'`, 'CreateContainerConfigError CreateContainerConfigError')} &&
      ${jobsOf('leader', '{.items[*].metadata.name}{"\\n"}')} && kubectl create secret generic start && ${finished('leader', 'Completed')} &&
      ${eventually(jobsOf('leader', '{.items[*].metadata.name}'), 'leader-driver-0')} && ${eventually(podsOf('leader', 'Running'), '0')} && ${podsOf('leader', 'Succeeded')}`,
    prints: ['leader-workers-0\n', 'condition met\n1\n'],
  },
  {
    name: 'a set is started again when a Job fails, and fails after the restarts that it has',
    run: `kubectl apply -f "$OBJECTS/restarted.yaml" && ${finished('restarted', 'Failed')} &&
      kubectl get jobset restarted -o 'jsonpath={.status.restarts} {.status.terminalState} {.status.conditions[?(@.type=="Failed")].reason}'`,
    prints: ['2 Failed ReachedMaxRestarts'],
  },
  {
    name: 'a rule for the reason of a failed Job fails the set at once',
    run: `kubectl apply -f "$OBJECTS/ruled.yaml" && ${finished('ruled', 'Failed')} &&
      kubectl get jobset ruled -o 'jsonpath={.status.restarts}/{.status.conditions[?(@.type=="Failed")].reason}' &&
      ${jobsOf('ruled', ' {.items[0].status.conditions[?(@.type=="Failed")].reason}')}`,
    prints: ['FailJobSetFailurePolicyAction', 'PodFailurePolicy'],
  },
  {
    name: 'a suspended set has suspended Jobs and no Pods; resumed, it runs; suspended again, its Pods go',
    run: `kubectl apply -f "$OBJECTS/suspended.yaml" && kubectl wait jobset/suspended --for=condition=Suspended --timeout=60s &&
      ${jobsOf('suspended', '{.items[*].spec.suspend} ')} && kubectl get pods -l jobset.sigs.k8s.io/jobset-name=suspended &&
      kubectl patch jobset suspended --type merge -p '{"spec":{"suspend":false}}' && ${eventually(podsOf('suspended', 'Running'), '2')} &&
      kubectl get jobset suspended -o 'jsonpath={.status.replicatedJobsStatus[0].ready}' &&
      kubectl patch jobset suspended --type merge -p '{"spec":{"suspend":true}}' &&
      ${until(`[ -z "$(kubectl get pods -l jobset.sigs.k8s.io/jobset-name=suspended -o name)" ]`)}`,
    prints: ['true true', 'No resources found'],
  },
  {
    name: 'a domain has the Pods of one Job where a set asks for that; another Job waits for its own',
    run: `kubectl apply -f "$OBJECTS/exclusive.yaml" && ${eventually(podsOf('exclusive', 'Running'), '2')} &&
      ${eventually(podsOf('exclusive', 'Pending'), '1')} &&
      kubectl get pods -l jobset.sigs.k8s.io/jobset-name=exclusive --field-selector status.phase=Running -o 'jsonpath={.items[*].metadata.labels.jobset\\.sigs\\.k8s\\.io/job-index} ' &&
      ${until(`kubectl get events --field-selector reason=FailedScheduling | grep exclusive-workers`)}`,
    prints: ['anti-affinity'],
  },
  {
    name: 'the webhook refuses a policy that names no Job of the set',
    run: `kubectl apply -f "$OBJECTS/invalid.yaml"`,
    code: 1,
    prints: ["denied the request: invalid replicatedJob name 'nobody' does not appear in .spec.ReplicatedJobs"],
  },
  {
    name: 'the webhook refuses a change of Jobs',
    run: `kubectl patch jobset exclusive --type json -p '[{"op":"replace","path":"/spec/replicatedJobs/0/replicas","value":3}]'`,
    code: 1,
    prints: ['denied the request: spec.replicatedJobs: Invalid value', 'field is immutable'],
  },
  {
    name: 'a rule of the definition refuses a change of the success policy',
    run: `kubectl patch jobset exclusive --type merge -p '{"spec":{"successPolicy":{"operator":"Any"}}}'`,
    code: 1,
    prints: ['spec.successPolicy: Invalid value', 'Value is immutable'],
  },
  {
    name: 'a finished set goes after its time',
    run: `kubectl apply -f "$OBJECTS/short.yaml" && kubectl wait jobset/short --for=delete --timeout=60s &&
      ${until(`[ -z "$(${jobsOf('short', '{.items[*].metadata.name}')})" ]`)}`,
    prints: ['short'],
  },
  {
    name: 'its Events say what happened',
    run: `kubectl get events --field-selector involvedObject.kind=JobSet`,
    prints: ['AllJobsCompleted', 'jobset completed successfully', 'ReachedMaxRestarts'],
  },
  {
    name: 'its metrics are for users who may read them',
    run: `kubectl create serviceaccount reader && token=$(kubectl create token reader) &&
      curl -sk "$METRICS" -o /dev/null -w '%{http_code} ' && curl -sk -H "Authorization: Bearer $token" "$METRICS" -o /dev/null -w '%{http_code}\\n' &&
      kubectl create clusterrole metrics --verb=get --non-resource-url=/metrics &&
      kubectl create clusterrolebinding metrics --clusterrole=metrics --serviceaccount=default:reader &&
      curl -sk -H "Authorization: Bearer $(kubectl create token reader)" "$METRICS" | grep -E '^jobset_(completed|failed)_total'`,
    prints: ['401 403', 'jobset_completed_total{jobset_name="default/parallel"}', 'jobset_failed_total{'],
  },
  {
    name: 'its Jobs, Pods and Services go with it',
    run: `kubectl delete jobsets --all && ${until(`[ -z "$(kubectl get jobs,pods -o name)" ]`)} &&
      ${until(`[ "$(kubectl get services -o name)" = service/kubernetes ]`)} && kubectl get jobs,pods`,
    prints: ['No resources found'],
  },
];
