import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountProgram, freePorts, whileRunning } from '../support/account-programs.ts';
import { cacheFolder, keyOfFiles } from '../support/cache-folder.ts';
import { buildCertManager, componentsOfCertManager, installationOfCertManager } from './cert-manager.ts';
import { both, type CommandCase, type CommandSetting, runCommandCases, until } from '../support/command-cases.ts';
import { buildGoFolder, type GoProgram, installGoProgram } from '../support/go-program.ts';
import { buildPrometheusOperator } from './prometheus-operator.ts';
import { mustRun, whyNotInstalled } from '../support/run-command.ts';
import type { Place, Software } from '../support/software.ts';

const SOURCES = fileURLToPath(new URL('../../../../software/kubebuilder', import.meta.url));

const kubebuilder: GoProgram = { name: 'kubebuilder', package: 'sigs.k8s.io/kubebuilder/v4', version: 'v4.16.0' };

/** The book's tutorial about an API with one version, and the one that gives the same API a second version. */
type Tutorial = 'cronjob' | 'multiversion';

/** Writes the project of a tutorial with kubebuilder and the book's own generator, and builds it, once a version. */
async function buildProject(tutorial: Tutorial): Promise<{ readonly project: string } | { readonly skipped: string }> {
  const installed = await installGoProgram(kubebuilder);
  if ('skipped' in installed) return installed;
  const built = await buildGoFolder('kubebuilder-book', SOURCES);
  if ('skipped' in built) return built;
  const key = keyOfFiles(SOURCES, '*.{go,mod,sum}');
  // The name of the folder becomes that of the project.
  const project = path.join(cacheFolder(`kubebuilder-book-${key}`), tutorial, 'project');
  if (existsSync(path.join(project, 'bin', 'manager'))) return { project };
  rmSync(project, { recursive: true, force: true });
  const generate = [built.binary, tutorial, installed.binary, project] as const;
  const skipped = await whyNotInstalled([generate], { cwd: SOURCES, minutes: 20 });
  return skipped === undefined ? { project } : { skipped };
}

/** The operator of a tutorial, deployed by its own manifests, with cert-manager as the book says. */
function operatorOf(tutorial: Tutorial, name: string, injected: CommandCase, cases: readonly CommandCase[]): Software {
  return {
    name: `${name} of kubebuilder's book`,
    rbac: true,
    async prepare() {
      const certManager = await buildCertManager();
      if ('skipped' in certManager) return certManager;
      const monitors = await buildPrometheusOperator();
      if ('skipped' in monitors) return monitors;
      const built = await buildProject(tutorial);
      if ('skipped' in built) return built;
      const { project } = built;
      const setting: CommandSetting = {
        binaries: [certManager.helm],
        env: {
          CHART: certManager.chart,
          MONITORS: path.join(monitors.definitions, 'monitoring.coreos.com_servicemonitors.yaml'),
          PROJECT: project,
          OBJECTS: path.join(SOURCES, 'objects'),
        },
      };
      return async (place) => {
        const run = (some: readonly CommandCase[]): ReturnType<typeof runCommandCases> =>
          runCommandCases(some, setting, place);
        const prepared = await run([installationOfCertManager]);
        return whileRunning(await componentsOfCertManager(certManager.binary, place), place, async () => {
          const deployed = both(prepared, await run([...deployment, injected]));
          // Without the objects of its deployment the manager cannot be started.
          if (deployed.failures.length > 0) return deployed;
          const manager = await managerOf(project, place);
          return both(deployed, await whileRunning([manager], place, () => run(cases)));
        });
      };
    },
  };
}

/** Returns the manager, as `make run` starts it, with the account and the certificate that its manifests give it. */
async function managerOf(project: string, place: Place): Promise<AccountProgram> {
  const [webhookPort = 0, healthPort = 0] = await freePorts(2);
  place.serveWebhooks('project-system/project-webhook-service', webhookPort);
  const certificates = path.join(place.folder, 'certificates');
  const written = ['tls.crt', 'tls.key'].map(
    (file) => `kubectl -n project-system get secret webhook-server-cert -o 'go-template={{index .data "${file}"}}' |
      base64 -d > ${certificates}/${file}`,
  );
  await mustRun(['bash', '-c', [`mkdir -p ${certificates}`, ...written].join(' && ')], {
    cwd: place.folder,
    env: { KUBECONFIG: place.kubeconfig },
  });
  return {
    name: 'manager',
    command: [
      path.join(project, 'bin', 'manager'),
      `--webhook-cert-path=${certificates}`,
      `--webhook-port=${webhookPort}`,
      `--health-probe-bind-address=127.0.0.1:${healthPort}`,
    ],
    account: 'project-system/project-controller-manager',
  };
}

const authority = `kubectl -n project-system get secret webhook-server-cert -o 'go-template={{index .data "ca.crt"}}'`;
const trusts = (object: string, place: string): string =>
  until(`[ "$(kubectl get ${object} -o 'jsonpath={${place}.clientConfig.caBundle}')" = "$(${authority})" ]`);

const deployment: readonly CommandCase[] = [
  {
    name: 'everything that make build-installer writes is applied',
    run: `kubectl apply --server-side -f "$MONITORS" && kubectl wait --for=condition=Established crd/servicemonitors.monitoring.coreos.com &&
      for i in 1 2 3; do kubectl apply -f "$PROJECT/dist/install.yaml" && break; sleep 1; done`,
    prints: [
      'deployment.apps/project-controller-manager',
      'issuer.cert-manager.io/project-selfsigned-issuer',
      'servicemonitor',
    ],
  },
  {
    name: 'its certificates become ready, and its Deployment available',
    run: `kubectl -n project-system wait certificate --all --for=condition=Ready --timeout=60s &&
      kubectl -n project-system rollout status deployment/project-controller-manager --timeout=60s`,
    prints: ['certificate.cert-manager.io/project-serving-cert condition met', 'successfully rolled out'],
  },
];

const trustedWebhooks = [
  trusts('mutatingwebhookconfiguration/project-mutating-webhook-configuration', '.webhooks[0]'),
  trusts('validatingwebhookconfiguration/project-validating-webhook-configuration', '.webhooks[0]'),
];

const trustsWebhooks: CommandCase = {
  name: 'cainjector writes the authority into its webhooks',
  run: trustedWebhooks.join(' && '),
};

const trustsConversion: CommandCase = {
  name: 'cainjector writes the authority into its webhooks and its definition',
  run: [...trustedWebhooks, trusts('crd/cronjobs.batch.tutorial.kubebuilder.io', '.spec.conversion.webhook')].join(
    ' && ',
  ),
};

const KIND = 'cronjobs.batch.tutorial.kubebuilder.io';
const jobsOf = (name: string): string => `kubectl get jobs -o name | grep ^job.batch/${name}-`;

const sample: CommandCase = {
  name: 'its sample is created, once the webhooks answer',
  run: until(`kubectl apply -f "$PROJECT/config/samples/batch_v1_cronjob.yaml"`),
  prints: ['cronjob-sample created'],
};

const cases: readonly CommandCase[] = [
  sample,
  {
    name: 'the webhook sets defaults',
    run: `kubectl apply -f "$OBJECTS/defaults.yaml" &&
      kubectl get ${KIND} defaults -o 'jsonpath={.spec.concurrencyPolicy} {.spec.suspend} {.spec.successfulJobsHistoryLimit} {.spec.failedJobsHistoryLimit}'`,
    prints: ['Allow true 3 1'],
  },
  {
    name: 'the webhook refuses a schedule that is not a cron expression',
    run: `kubectl patch ${KIND} cronjob-sample --type merge -p '{"spec":{"schedule":"often"}}'`,
    code: 1,
    prints: ['is invalid: spec.schedule: Invalid value: "often"', 'Expected exactly 5 fields'],
  },
  {
    name: 'the webhook refuses a name that is too long for its Jobs',
    run: `sed 's/name: defaults/name: this-name-is-longer-than-the-fifty-two-characters-that-fit/' "$OBJECTS/defaults.yaml" | kubectl create -f -`,
    code: 1,
    prints: ['metadata.name: Invalid value', 'must be no more than 52 characters'],
  },
  {
    name: 'the definition refuses what its schema does not allow',
    run: `kubectl patch ${KIND} cronjob-sample --type merge -p '{"spec":{"concurrencyPolicy":"Maybe"}}'`,
    code: 1,
    prints: ['spec.concurrencyPolicy: Unsupported value: "Maybe": supported values: "Allow", "Forbid", "Replace"'],
  },
  {
    name: 'its Jobs run to completion, and the status says when',
    run: `kubectl apply -f "$OBJECTS/often.yaml" &&
      ${until(`kubectl get jobs -o 'jsonpath={range .items[*]}{.metadata.name}={.status.succeeded} {end}' | grep -q 'often-[0-9]*=1'`)} &&
      kubectl get ${KIND} often -o 'jsonpath={.status.lastScheduleTime}' && ${jobsOf('often')} | head -1 | xargs -i kubectl get {} -o 'jsonpath={.metadata.ownerReferences[0].kind}'`,
    prints: ['Z', 'CronJob'],
  },
  {
    name: 'it keeps as many finished Jobs as the limit of history says',
    run: `sleep 10 && succeeded=$(kubectl get jobs -o 'jsonpath={range .items[?(@.status.succeeded==1)]}{.metadata.name}{"\\n"}{end}' | grep -c ^often-) &&
      echo $succeeded && [ $succeeded -ge 2 ] && [ $succeeded -le 3 ]`,
  },
  {
    name: 'no Job is created while it is suspended',
    run: `kubectl patch ${KIND} often --type merge -p '{"spec":{"suspend":true}}' && sleep 3 && before=$(${jobsOf('often')} | tail -1) &&
      sleep 4 && [ "$before" = "$(${jobsOf('often')} | tail -1)" ]`,
  },
  {
    name: 'it runs one Job at a time where the policy forbids more',
    run: `kubectl apply -f "$OBJECTS/forbids.yaml" && ${until(`[ "$(kubectl get ${KIND} forbids -o 'jsonpath={.status.active[*].kind}')" = Job ]`)} &&
      sleep 5 && ${jobsOf('forbids')} | wc -l && kubectl get ${KIND} forbids -o 'jsonpath={.status.active[0].name}'`,
    prints: ['1\nforbids-'],
  },
  {
    name: 'it replaces the running Job where the policy says so',
    run: `kubectl patch ${KIND} forbids --type merge -p '{"spec":{"concurrencyPolicy":"Replace"}}' && first=$(${jobsOf('forbids')}) &&
      ${until(`{ ${jobsOf('forbids')} | grep -qv "$first"; }`)} && ${until(`! kubectl get "$first" 2> gone`)}; cat gone`,
    prints: ['NotFound'],
  },
  {
    name: 'failed Jobs are kept as the other limit says',
    run: `kubectl apply -f "$OBJECTS/fails.yaml" && sleep 10 &&
      failed=$(kubectl get jobs -o 'jsonpath={range .items[?(@.status.failed==1)]}{.metadata.name}{"\\n"}{end}' | grep -c ^fails-) &&
      echo $failed && [ $failed -ge 1 ] && [ $failed -le 2 ]`,
  },
  {
    name: 'its Jobs and their Pods go with it',
    run: `kubectl delete ${KIND} --all && ${until(`[ -z "$(kubectl get jobs,pods -o name)" ]`)} && kubectl get jobs,pods`,
    prints: ['No resources found'],
  },
  {
    name: 'its roles let users do what they name, and no more',
    run: `kubectl create clusterrolebinding viewer --clusterrole=project-cronjob-viewer-role --user=viewer &&
      kubectl auth can-i list ${KIND} --as=viewer && kubectl auth can-i delete ${KIND} --as=viewer`,
    code: 1,
    prints: ['yes', 'no'],
  },
];

const conversions: readonly CommandCase[] = [
  sample,
  {
    name: 'an object of the first version is read in the second',
    run: `kubectl get cronjobs.v2.batch.tutorial.kubebuilder.io cronjob-sample -o 'jsonpath={.apiVersion} {.spec.schedule.minute}'`,
    prints: ['batch.tutorial.kubebuilder.io/v2 */1'],
  },
  {
    name: 'an object of the second version is read in the first',
    run: `sed 's/name: cronjob-sample/name: second/; s/minute: .*/minute: "15"/' "$PROJECT/config/samples/batch_v2_cronjob.yaml" | kubectl apply -f - &&
      kubectl get cronjobs.v1.batch.tutorial.kubebuilder.io second -o 'jsonpath={.apiVersion} {.spec.schedule}'`,
    prints: ['batch.tutorial.kubebuilder.io/v1 15 * * * *'],
  },
  {
    name: 'a change in one version is seen in the other',
    run: `kubectl patch cronjobs.v2.batch.tutorial.kubebuilder.io second --type merge -p '{"spec":{"schedule":{"hour":"3"}}}' &&
      kubectl get cronjobs.v1.batch.tutorial.kubebuilder.io second -o 'jsonpath={.spec.schedule}' &&
      kubectl get cronjobs.v2.batch.tutorial.kubebuilder.io -o 'jsonpath={range .items[*]} {.metadata.name}:{.spec.schedule.hour}{end}'`,
    prints: ['15 3 * * *', 'second:3'],
  },
  {
    name: 'the webhook of the second version refuses a schedule',
    run: `kubectl patch cronjobs.v2.batch.tutorial.kubebuilder.io second --type merge -p '{"spec":{"schedule":{"hour":"25"}}}'`,
    code: 1,
    prints: ['End of range (25) above maximum (23)'],
  },
];

/** The operator of the tutorial with one version: webhooks, Jobs, history and policies. */
export const cronJobTutorial = operatorOf('cronjob', 'the CronJob operator', trustsWebhooks, cases);

/** The operator of the tutorial with two versions: its conversion. */
export const multiversionTutorial = operatorOf(
  'multiversion',
  'the CronJob operator with two versions',
  trustsConversion,
  conversions,
);
