import { fileURLToPath } from 'node:url';
import { type CommandCase, runCommandCases } from '../support/command-cases.ts';
import { type GoProgram, installGoProgram } from '../support/go-program.ts';
import type { Software } from '../support/software.ts';

const CHART = fileURLToPath(new URL('../../../../software/helm/shop', import.meta.url));

/** The version of helm that is run. */
export const helmProgram: GoProgram = { name: 'helm', package: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0' };

/** helm: releases with hooks, tests, upgrades, rollbacks and failures. */
export const helm: Software = {
  name: 'helm',
  async prepare() {
    const installed = await installGoProgram(helmProgram);
    if ('skipped' in installed) return installed;
    return (place) => runCommandCases(cases, { binaries: [installed.binary], env: { CHART } }, place);
  },
};

const cases: readonly CommandCase[] = [
  {
    name: 'installs a chart with definitions and hooks, and waits until it is ready',
    run: 'helm install shop "$CHART" -n shop --create-namespace --wait --timeout 2m',
    prints: ['STATUS: deployed', 'shop says hello (revision 1).'],
  },
  {
    name: 'waits for the Jobs of hooks, and deletes those that succeeded where the chart says so',
    run: 'kubectl -n shop get jobs -o "jsonpath={.items[*].metadata.name} {.items[*].status.succeeded}"',
    prints: ['shop-post-install 1'],
  },
  {
    name: 'sees the versions of the server in templates',
    run: 'kubectl -n shop get configmap shop -o jsonpath={.data.batch}',
    prints: ['true'],
  },
  { name: 'lists releases', run: 'helm list -n shop', prints: ['shop-1.2.3', 'deployed'] },
  {
    name: 'shows the state of the objects of a release',
    run: 'helm status shop -n shop --show-resources',
    prints: ['==> v1/Deployment', '2/2', '==> v1/Offer'],
  },
  {
    name: 'runs the tests of a chart and shows their log',
    run: 'helm test shop -n shop --logs',
    prints: ['Phase:          Succeeded', 'POD LOGS: shop-test', 'the shop answers'],
  },
  {
    name: 'upgrades, and finds what is in the cluster',
    run: `kubectl -n shop create configmap other --from-literal=a=b &&
      helm upgrade shop "$CHART" -n shop --set greeting=bonjour,replicas=3,existing=other --wait --timeout 2m`,
    prints: ['shop says bonjour (revision 2).'],
  },
  {
    name: 'rolls out what an upgrade changed',
    run: `kubectl -n shop get configmap shop -o jsonpath={.data.found} &&
      kubectl -n shop get deployment shop -o jsonpath={.status.availableReplicas}`,
    prints: ['{"a":"b"}3'],
  },
  {
    name: 'asks the server in a dry run, which changes nothing',
    run: `helm upgrade shop "$CHART" -n shop --set replicas=9 --dry-run=server &&
      kubectl -n shop get deployment shop -o jsonpath=replicas:{.spec.replicas}`,
    prints: ['replicas: 9', 'replicas:3'],
  },
  {
    name: 'reports a failed hook',
    run: 'helm upgrade shop "$CHART" -n shop --set hook=example.com/fails:1 --wait --timeout 2m',
    code: 1,
    prints: ['UPGRADE FAILED: pre-upgrade hooks failed', 'BackoffLimitExceeded'],
  },
  {
    name: 'rolls back to a revision',
    run: `helm rollback shop 1 -n shop --wait --timeout 2m &&
      kubectl -n shop get deployment shop -o jsonpath={.spec.replicas}/{.status.availableReplicas}`,
    prints: ['Rollback was a success!', '2/2'],
  },
  {
    name: 'keeps the history of a release',
    run: 'helm history shop -n shop',
    prints: ['Upgrade complete', 'failed', 'Rollback to 1'],
  },
  {
    name: 'undoes an upgrade that does not become ready',
    run: `helm upgrade shop "$CHART" -n shop --set image=example.com/missing:1 --atomic --timeout 3s; code=$?
      kubectl -n shop get deployment shop -o jsonpath={.spec.template.spec.containers[0].image}; exit $code`,
    code: 1,
    prints: ['has been rolled back due to atomic being set', 'example.com/shop:1'],
  },
  {
    name: 'refuses an object that the server refuses',
    run: 'helm upgrade shop "$CHART" -n shop --set replicas=-1',
    code: 1,
    prints: ['spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
  },
  {
    name: 'adds what a user applied by hand to a release',
    run: `kubectl create namespace adopted && kubectl -n adopted create serviceaccount adopted &&
      kubectl -n adopted label serviceaccount adopted app.kubernetes.io/managed-by=Helm &&
      kubectl -n adopted annotate serviceaccount adopted meta.helm.sh/release-name=adopted \\
        meta.helm.sh/release-namespace=adopted &&
      helm install adopted "$CHART" -n adopted --wait --timeout 2m`,
    prints: ['STATUS: deployed'],
  },
  {
    name: 'refuses an object that belongs to nobody',
    run: `kubectl create namespace taken && kubectl -n taken create configmap taken &&
      helm install taken "$CHART" -n taken`,
    code: 1,
    prints: ['cannot be imported into the current release'],
  },
  {
    name: 'uninstalls a release with its hooks, and keeps the definition',
    run: `helm uninstall shop -n shop --wait --timeout 2m &&
      kubectl -n shop get deployments,services,pods -o name | wc -l && kubectl get crd offers.helm.example.com -o name`,
    prints: ['release "shop" uninstalled', 'offers.helm.example.com'],
  },
];
