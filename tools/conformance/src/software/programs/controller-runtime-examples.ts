import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountProgram, whileRunning } from '../support/account-programs.ts';
import { cacheFolder } from '../support/cache-folder.ts';
import { both, type CommandCase, type CommandSetting, runCommandCases, until } from '../support/command-cases.ts';
import { buildGoDependency, folderOfGoModule, type GoProgram, installGoProgram } from '../support/go-program.ts';
import { mustRun, whyNotInstalled } from '../support/run-command.ts';
import type { Place, Software } from '../support/software.ts';

const OBJECTS = fileURLToPath(new URL('../../../../software/controller-runtime-examples', import.meta.url));
const MODULE = 'sigs.k8s.io/controller-runtime';
const VERSION = 'v0.24.1';

const exampleOf = (name: string): GoProgram => ({
  name: `controller-runtime-${name}`,
  package: `${MODULE}/examples/${name}`,
  version: VERSION,
});

const controllerGen: GoProgram = {
  name: 'controller-gen',
  package: 'sigs.k8s.io/controller-tools/cmd/controller-gen',
  version: 'v0.21.0',
};

/** With the labels of templates, which the sample has. */
const EMBEDDED = 'crd:generateEmbeddedObjectMeta=true';

/** The ports of webhooks and metrics that the examples have in their code. */
const ports: readonly number[] = [9443, 8080];

interface Examples {
  readonly builtins: string;
  readonly crd: string;
  /** The definition of ChaosPods, generated from the types of the example. */
  readonly definition: string;
}

/** Builds the main packages of the module, and generates the definition that one of them needs. */
async function buildExamples(): Promise<Examples | { readonly skipped: string }> {
  const builtins = await buildGoDependency(exampleOf('builtins'));
  if ('skipped' in builtins) return builtins;
  const crd = await buildGoDependency(exampleOf('crd'));
  if ('skipped' in crd) return crd;
  const generator = await installGoProgram(controllerGen);
  if ('skipped' in generator) return generator;
  const folder = cacheFolder(`controller-runtime-chaos-${VERSION}-${controllerGen.version}`);
  const definition = path.join(folder, 'chaosapps.metamagical.io_chaospods.yaml');
  if (!existsSync(definition)) {
    const module = await folderOfGoModule(MODULE, path.dirname(crd.binary));
    const generate = [generator.binary, EMBEDDED, 'paths=./examples/crd/pkg', `output:crd:dir=${folder}`] as const;
    const skipped = await whyNotInstalled([generate], { cwd: module, minutes: 10 });
    if (skipped !== undefined) return { skipped };
  }
  return { builtins: builtins.binary, crd: crd.binary, definition };
}

/** controller-runtime's own examples of webhooks and of a controller with its own kind, unchanged. */
export const controllerRuntimeExamples: Software = {
  name: 'controller-runtime-examples',
  real: true,
  async prepare() {
    const built = await buildExamples();
    if ('skipped' in built) return built;
    for (const port of ports) {
      if (await isTaken(port))
        return { skipped: `another program listens at port ${port}, which the examples have in their code` };
    }
    return async (place) => {
      const setting: CommandSetting = { binaries: [], env: { OBJECTS, DEFINITION: built.definition } };
      const run = (cases: readonly CommandCase[]): ReturnType<typeof runCommandCases> =>
        runCommandCases(cases, setting, place);
      const temporary = await makeCertificate(place);
      const manager = (name: 'builtins' | 'crd'): AccountProgram => ({
        name,
        command: [built[name]],
        env: { TMPDIR: temporary },
      });
      try {
        const prepared = await run(preparation);
        const first = await whileRunning([manager('builtins')], place, () => run(builtins));
        const between = await run([removal, definition]);
        const second = await whileRunning([manager('crd')], place, () => run(chaos));
        return [first, between, second].reduce(both, prepared);
      } finally {
        rmSync(temporary, { recursive: true, force: true });
      }
    };
  },
};

/** Makes the certificate where a manager looks for it, and returns the folder for temporary files that contains it. */
async function makeCertificate({ folder }: Place): Promise<string> {
  const temporary = path.join(folder, 'temporary');
  const certificates = path.join(temporary, 'k8s-webhook-server', 'serving-certs');
  mkdirSync(certificates, { recursive: true });
  const script = `openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=webhooks -addext subjectAltName=IP:127.0.0.1 \
    -keyout "$CERTIFICATES/tls.key" -out "$CERTIFICATES/tls.crt" && cp "$CERTIFICATES/tls.crt" ca.pem`;
  await mustRun(['bash', '-c', script], { cwd: folder, env: { CERTIFICATES: certificates } });
  return temporary;
}

function isTaken(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1')
    .once('connect', () => {
      socket.destroy();
      resolve(true);
    })
    .once('error', () => resolve(false));
  return promise;
}

const ANNOTATION = `-o 'jsonpath={.metadata.annotations.example-mutating-admission-webhook}{"\\n"}'`;

const preparation: readonly CommandCase[] = [
  {
    name: 'the namespace and a Pod from before the webhooks are created',
    run: `kubectl create namespace hooked && ${until('kubectl -n hooked get serviceaccount default')} &&
      kubectl -n hooked run early --image=example.com/runs:1`,
    prints: ['pod/early created'],
  },
  {
    name: 'the configurations of its webhooks are created, by URL',
    run: `sed "s/AUTHORITY/$(base64 -w 0 ca.pem)/" "$OBJECTS/webhooks.yaml" | kubectl apply -f -`,
    prints: ['mpod.kb.io created', 'vpod.kb.io created'],
  },
];

const builtins: readonly CommandCase[] = [
  {
    name: 'a Pod gets the annotation, once the webhooks are called',
    run: `${until(`[ "$(kubectl -n hooked run probe --image=example.com/runs:1 --dry-run=server ${ANNOTATION})" = foo ]`)} &&
      kubectl -n hooked run first --image=example.com/runs:1 && kubectl -n hooked get pod first ${ANNOTATION}`,
    prints: ['pod/first created\nfoo\n'],
  },
  {
    name: 'the annotation comes back when a user takes it away or changes it',
    run: `kubectl -n hooked annotate pod first example-mutating-admission-webhook- && kubectl -n hooked get pod first ${ANNOTATION} &&
      kubectl -n hooked annotate pod first --overwrite example-mutating-admission-webhook=bar && kubectl -n hooked get pod first ${ANNOTATION}`,
    prints: ['pod/first annotated\nfoo\npod/first annotated\nfoo\n'],
  },
  {
    name: 'a Pod that the first webhook does not see is refused without the annotation',
    run: `kubectl -n hooked run bare --image=example.com/runs:1 --labels=mutate=no`,
    code: 1,
    prints: [
      'Error from server (Forbidden): admission webhook "vpod.kb.io" denied the request: missing annotation example-mutating-admission-webhook',
    ],
  },
  {
    name: 'and with another value',
    run: `kubectl -n hooked run bare --image=example.com/runs:1 --labels=mutate=no --annotations=example-mutating-admission-webhook=bar`,
    code: 1,
    prints: [
      'admission webhook "vpod.kb.io" denied the request: annotation example-mutating-admission-webhook did not have value "foo"',
    ],
  },
  {
    name: 'a Pod from before the webhooks may not be deleted without the annotation, and may be with it',
    run: `! kubectl -n hooked delete pod early && kubectl -n hooked annotate pod early a=b && kubectl -n hooked delete pod early`,
    prints: [
      'denied the request: missing annotation example-mutating-admission-webhook',
      'pod/early annotated',
      'pod "early" deleted',
    ],
  },
  {
    name: 'its controller labels the ReplicaSet of a Deployment, whose Pods get the annotation',
    run: `kubectl -n hooked create deployment web --image=example.com/runs:1 --replicas=2 &&
      ${until(`[ "$(kubectl -n hooked get replicasets -l app=web -o 'jsonpath={.items[*].metadata.labels.hello}')" = world ]`)} &&
      kubectl -n hooked rollout status deployment/web --timeout=60s &&
      kubectl -n hooked get pods -l app=web -o 'jsonpath={.items[*].metadata.annotations.example-mutating-admission-webhook}'`,
    prints: ['successfully rolled out', 'foo foo'],
  },
  {
    name: 'Pods of other namespaces are left alone',
    run: `kubectl create namespace free && ${until('kubectl -n free get serviceaccount default')} &&
      kubectl -n free run plain --image=example.com/runs:1 && kubectl -n free get pod plain -o 'jsonpath={.metadata.annotations}/'`,
    prints: ['pod/plain created\n/'],
  },
];

const removal: CommandCase = {
  name: 'without its program, its webhooks refuse Pods, until they are removed',
  run: `! kubectl -n hooked run late --image=example.com/runs:1 &&
    kubectl delete mutatingwebhookconfiguration/mpod.kb.io validatingwebhookconfiguration/vpod.kb.io &&
    ${until('kubectl -n hooked run late --image=example.com/runs:1')}`,
  prints: [
    'failed calling webhook "mpod.kb.io": failed to call webhook: Post "https://127.0.0.1:9443/mutate--v1-pod?timeout=10s": dial tcp 127.0.0.1:9443: connect: connection refused',
    'pod/late created',
  ],
};

const definition: CommandCase = {
  name: 'the definition that controller-gen makes of its types is established',
  // The version gets the name of the folder of the types, and the program uses v1.
  run: `sed 's/^\\( *\\)name: pkg$/\\1name: v1/' "$DEFINITION" | kubectl apply --server-side -f - &&
    ${until('kubectl wait --for=condition=Established crd/chaospods.chaosapps.metamagical.io')}`,
  prints: ['condition met'],
};

const uidOf = (pod: string): string => `kubectl get pod ${pod} -o 'jsonpath={.metadata.uid}'`;

const chaos: readonly CommandCase[] = [
  {
    name: 'a ChaosPod gets a Pod, of which it is the controller',
    run: `${until('kubectl apply -f "$OBJECTS/chaos.yaml"')} && ${until('kubectl get pod chaos')} &&
      kubectl get pod chaos -o 'jsonpath={.metadata.labels.app} {.metadata.ownerReferences[0].kind}/{.metadata.ownerReferences[0].name} {.metadata.ownerReferences[0].controller}{"\\n"}'`,
    prints: ['web ChaosPod/chaos true'],
  },
  {
    name: 'and says when it was started, and when it is stopped',
    run: `${until(`[ -n "$(kubectl get chaospod chaos -o 'jsonpath={.status.lastRun}')" ]`)} && kubectl get chaospods`,
    prints: ['NEXT STOP', 'LAST RUN'],
  },
  {
    name: 'the Pod is replaced by another when its time is over',
    run: `before=$(${uidOf('chaos')}) && ${until(`{ now=$(${uidOf('chaos')}) && [ "$now" != "$before" ]; }`, 90)} && echo "$now" replaces "$before"`,
    prints: ['replaces'],
  },
  {
    name: 'a ChaosPod whose template has a mistake is refused by its schema',
    run: `sed 's/image: .*/image: 5/' "$OBJECTS/chaos.yaml" | kubectl create --validate=false -f -`,
    code: 1,
    prints: ['spec.template.spec.containers[0].image: Invalid value: "integer"'],
  },
];
