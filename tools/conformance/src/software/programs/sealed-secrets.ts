import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { type AccountProgram, freePorts, whileRunning, whyNotInPods } from '../support/account-programs.ts';
import { both, type CommandCase, type CommandSetting, runCommandCases, until } from '../support/command-cases.ts';
import { buildRenamedGoModule, installGoProgram, type RenamedGoModule } from '../support/go-program.ts';
import type { Software } from '../support/software.ts';
import { helmProgram } from './helm.ts';

/** Its module declares the path of its former owner. */
const module: RenamedGoModule = {
  path: 'github.com/bitnami-labs/sealed-secrets',
  version: 'v0.40.0',
  programs: ['./cmd/controller', './cmd/kubeseal'],
};

/** sealed-secrets: encrypted Secrets, by its chart, with its controller as in a Pod and kubeseal through the proxy. */
export const sealedSecrets: Software = {
  name: 'sealed-secrets',
  rbac: true,
  real: true,
  async prepare() {
    const withoutPods = await whyNotInPods();
    if (withoutPods !== undefined) return { skipped: withoutPods };
    const helm = await installGoProgram(helmProgram);
    if ('skipped' in helm) return helm;
    const built = await buildRenamedGoModule(module);
    if ('skipped' in built) return built;
    const kubeseal = path.join(built.binaries, 'kubeseal');
    return async (place) => {
      const [port = 0, metricsPort = 0] = await freePorts(2);
      place.serveContainers?.({ [port]: port });
      const address = place.serveContainers ? undefined : addressOfThisMachine();
      const setting: CommandSetting = {
        binaries: [helm.binary, kubeseal],
        env: {
          CHART: path.join(built.sources, 'helm', 'sealed-secrets'),
          PORT: String(port),
          METRICS_PORT: String(metricsPort),
          SEALED_SECRETS_CONTROLLER_NAME: 'sealed-secrets',
          ...(address !== undefined && { ADDRESS: address }),
        },
      };
      const run = (some: readonly CommandCase[]): ReturnType<typeof runCommandCases> =>
        runCommandCases(some, setting, place);
      const installed = await run(address === undefined ? [installation] : [installation, reachable]);
      // Without the objects of its chart the controller cannot be started.
      if (installed.failures.length > 0) return installed;
      const controller: AccountProgram = {
        name: 'controller',
        command: [
          path.join(built.binaries, 'controller'),
          `--listen-addr=:${port}`,
          `--listen-metrics-addr=127.0.0.1:${metricsPort}`,
          '--key-prefix=sealed-secrets-key',
          '--rate-limit=100',
          '--rate-limit-burst=100',
          // The default is one write in 200 ms.
          '--kubeclient-qps=-1',
        ],
        account: 'kube-system/sealed-secrets',
        inCluster: true,
      };
      return both(installed, await whileRunning([controller], place, () => run(cases)));
    };
  },
};

/** An address of this machine that an API server proxies to: it refuses those of loopback. */
function addressOfThisMachine(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  const found = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (found === undefined) throw new Error('this machine has only addresses of loopback, to which nothing is proxied');
  return found.address;
}

const installation: CommandCase = {
  name: 'its chart is installed, and its Deployment becomes available',
  run: `helm install sealed-secrets "$CHART" -n kube-system --set containerPorts.http=$PORT \\
      --set image.registry=example.com --set image.repository=local --set image.tag=v1 --wait --timeout 2m`,
  prints: ['STATUS: deployed'],
};

/** A Pod with an address of this machine instead of the simulated one: a real API server connects to it. */
const reachable: CommandCase = {
  name: 'its Service leads to the controller',
  run: `kubectl -n kube-system scale deployment sealed-secrets --replicas=0 && cat > pod.yaml << END &&
apiVersion: v1
kind: Pod
metadata:
  name: controller
  namespace: kube-system
  labels: { app.kubernetes.io/name: sealed-secrets, app.kubernetes.io/instance: sealed-secrets }
spec:
  nodeName: this-machine
  containers: [{ name: controller, image: example.com/local:1, ports: [{ name: http, containerPort: $PORT }] }]
END
    kubectl create -f pod.yaml && kubectl -n kube-system patch pod controller --subresource=status --type merge -p '{"status":{
      "phase":"Running","podIP":"'$ADDRESS'","podIPs":[{"ip":"'$ADDRESS'"}],"conditions":[{"type":"Ready","status":"True"}]}}' &&
    ${until(`[ "$(kubectl -n kube-system get endpoints sealed-secrets -o 'jsonpath={.subsets[*].addresses[*].ip}')" = "$ADDRESS" ]`)}`,
};

const value = (secret: string, key: string): string =>
  `kubectl get secret ${secret} -o 'go-template={{index .data "${key}"}}' | base64 -d`;
const has = (secret: string, key: string, expected: string): string =>
  until(`[ "$(${value(secret, key)} 2> /dev/null)" = ${expected} ]`);
const newSecret = (name: string, word: string): string =>
  `kubectl create secret generic ${name} --from-literal=word=${word} --dry-run=client -o yaml`;
const synced = (name: string): string => `kubectl wait sealedsecret/${name} --for=condition=Synced --timeout=60s`;

const cases: readonly CommandCase[] = [
  {
    name: 'the controller makes a key, and kubeseal fetches its certificate through the proxy of the Service',
    run: `${until('kubeseal --fetch-cert > cert.pem 2> /dev/null')} && openssl x509 -in cert.pem -noout -text &&
      kubectl -n kube-system get secrets -l sealedsecrets.bitnami.com/sealed-secrets-key -o 'jsonpath={.items[*].type} {.items[*].metadata.labels}'`,
    prints: ['RSA', 'kubernetes.io/tls {"sealedsecrets.bitnami.com/sealed-secrets-key":"active"}'],
  },
  {
    name: 'a sealed Secret is unsealed, and belongs to it',
    run: `${newSecret('greeting', 'hello')} | kubeseal -o yaml > greeting.yaml && kubectl create -f greeting.yaml &&
      ${has('greeting', 'word', 'hello')} && ${synced('greeting')} &&
      kubectl get secret greeting -o 'jsonpath={.metadata.ownerReferences[0].kind}/{.metadata.ownerReferences[0].name}'`,
    prints: ['condition met', 'SealedSecret/greeting'],
  },
  {
    name: 'kubeseal validates through the proxy, and seals again with the latest key',
    run: `kubeseal --validate < greeting.yaml && kubeseal --re-encrypt -o yaml < greeting.yaml > again.yaml &&
      ! cmp -s greeting.yaml again.yaml && kubectl apply -f again.yaml && ${synced('greeting')} && ${value('greeting', 'word')}`,
    prints: ['hello'],
  },
  {
    name: 'kubeseal refuses a value that the key did not seal',
    run: `sed 's/word: Ag/word: AgAA/' greeting.yaml | kubeseal --validate`,
    code: 1,
    prints: ['unable to decrypt sealed secret'],
  },
  {
    name: 'a change of the sealed Secret changes the Secret',
    run: `${newSecret('greeting', 'changed')} | kubeseal -o yaml | kubectl apply -f - && ${has('greeting', 'word', 'changed')}`,
  },
  {
    name: 'a Secret that someone deletes is made again',
    run: `kubectl delete secret greeting && ${has('greeting', 'word', 'changed')}`,
  },
  {
    name: 'a sealed Secret under another name cannot be unsealed: its status and an Event say so',
    run: `sed 's/name: greeting/name: stolen/' greeting.yaml | kubectl create -f - &&
      kubectl wait sealedsecret/stolen --for=condition=Synced=False --timeout=60s &&
      ${until('kubectl get events --field-selector involvedObject.name=stolen,reason=ErrUnsealFailed | grep -q "Failed to unseal"')} &&
      kubectl get sealedsecret stolen -o 'jsonpath={.status.conditions[0].message}' && ! kubectl get secret stolen`,
    prints: ['no key could decrypt secret (word)', 'secrets "stolen" not found'],
  },
  {
    name: 'a value of the whole cluster is unsealed under any name, without asking the server',
    run: `echo -n wide | kubeseal --raw --scope cluster-wide --cert cert.pem --from-file=/dev/stdin > raw && cat > wide.yaml << END &&
apiVersion: bitnami.com/v1alpha1
kind: SealedSecret
metadata: { name: wide, annotations: { sealedsecrets.bitnami.com/cluster-wide: 'true' } }
spec: { encryptedData: { word: $(cat raw) }, template: { type: example.com/wide, metadata: { labels: { of: wide } } } }
END
      kubectl create -f wide.yaml && ${has('wide', 'word', 'wide')} && kubectl get secret wide -o 'jsonpath={.type} {.metadata.labels}'`,
    prints: ['example.com/wide {"of":"wide"}'],
  },
  {
    name: 'a Secret that exists is not taken over',
    run: `kubectl create secret generic mine --from-literal=word=mine && ${newSecret('mine', 'theirs')} | kubeseal -o yaml | kubectl create -f - &&
      kubectl wait sealedsecret/mine --for=condition=Synced=False --timeout=60s && ${value('mine', 'word')} &&
      kubectl get sealedsecret mine -o 'jsonpath={.status.conditions[0].message}'`,
    prints: ['mine', 'already exists and is not managed by SealedSecret'],
  },
  {
    name: 'its Events and metrics say what happened',
    run: `${until('kubectl get events --field-selector reason=Unsealed | grep -q "SealedSecret unsealed successfully"')} &&
      curl -s "http://127.0.0.1:$METRICS_PORT/metrics" | grep -E '^sealed_secrets_controller_(unseal_requests_total|unseal_errors_total)'`,
    prints: ['sealed_secrets_controller_unseal_requests_total', 'reason="unseal"'],
  },
  {
    name: 'a user with the rights of every user fetches the certificate, and no key',
    run: `kubectl create serviceaccount reader && token=$(kubectl create token reader) &&
      kubectl config view --raw > reader.yaml && kubectl --kubeconfig reader.yaml config set-credentials reader --token="$token" &&
      kubectl --kubeconfig reader.yaml config set-context --current --user=reader &&
      kubeseal --kubeconfig reader.yaml --fetch-cert | cmp - cert.pem && kubectl --kubeconfig reader.yaml -n kube-system get secrets`,
    code: 1,
    prints: ['secrets is forbidden: User "system:serviceaccount:default:reader" cannot list resource "secrets"'],
  },
  {
    name: 'the Secrets go with the sealed Secrets',
    run: `kubectl delete sealedsecrets --all && ${until('! kubectl get secret greeting > /dev/null 2>&1')} && kubectl get secrets`,
    prints: ['mine'],
  },
];
