import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountProgram, freePorts, whileRunning } from '../support/account-programs.ts';
import { both, type CommandCase, runCommandCases, until } from '../support/command-cases.ts';
import { buildGoFolder, folderOfGoModule, installGoProgram } from '../support/go-program.ts';
import { helmProgram } from './helm.ts';
import type { Place, Software } from '../support/software.ts';

const SOURCES = fileURLToPath(new URL('../../../../software/cert-manager', import.meta.url));

/** The programs and files of cert-manager. */
export interface BuiltCertManager {
  /** Runs one component: controller, webhook or cainjector. */
  readonly binary: string;
  readonly helm: string;
  /** The folder of its chart. */
  readonly chart: string;
}

/** Builds the components from cert-manager's module, and helm, which installs its chart. */
export async function buildCertManager(): Promise<BuiltCertManager | { readonly skipped: string }> {
  const helm = await installGoProgram(helmProgram);
  if ('skipped' in helm) return helm;
  const built = await buildGoFolder('cert-manager', SOURCES);
  if ('skipped' in built) return built;
  const module = await folderOfGoModule('github.com/cert-manager/cert-manager', SOURCES);
  return { binary: built.binary, helm: helm.binary, chart: path.join(module, 'deploy', 'charts', 'cert-manager') };
}

/** The case that installs the chart: its definitions, roles, webhooks, Deployments, and the Job that checks them. */
export const installationOfCertManager: CommandCase = {
  name: 'its chart is installed, and its Deployments become available',
  run: `helm install cert-manager "$CHART" -n cert-manager --create-namespace --set crds.enabled=true --wait --timeout 2m`,
  prints: ['STATUS: deployed'],
};

/** Returns its components with the accounts of the chart, and lets the server call its webhooks. */
export async function componentsOfCertManager(binary: string, place: Place): Promise<readonly AccountProgram[]> {
  const [webhookPort = 0, healthPort = 0] = await freePorts(2);
  const service = 'cert-manager-webhook';
  place.serveWebhooks(`cert-manager/${service}`, webhookPort);
  const names = [service, `${service}.cert-manager`, `${service}.cert-manager.svc`];
  return [
    { name: 'controller', command: [binary, 'controller'], account: 'cert-manager/cert-manager' },
    {
      name: 'webhook',
      command: [
        binary,
        'webhook',
        `--secure-port=${webhookPort}`,
        `--healthz-port=${healthPort}`,
        '--metrics-listen-address=0',
        '--dynamic-serving-ca-secret-namespace=cert-manager',
        `--dynamic-serving-ca-secret-name=${service}-ca`,
        ...names.map((name) => `--dynamic-serving-dns-names=${name}`),
      ],
      account: `cert-manager/${service}`,
    },
    { name: 'cainjector', command: [binary, 'cainjector'], account: 'cert-manager/cert-manager-cainjector' },
  ];
}

/** cert-manager: its chart, with its controller, webhook and cainjector under RBAC. */
export const certManager: Software = {
  name: 'cert-manager',
  rbac: true,
  async prepare() {
    const built = await buildCertManager();
    if ('skipped' in built) return built;
    return async (place) => {
      const setting = { binaries: [built.helm], env: { CHART: built.chart, OBJECTS: path.join(SOURCES, 'objects') } };
      const installed = await runCommandCases([installationOfCertManager], setting, place);
      const programs = await componentsOfCertManager(built.binary, place);
      const run = (): ReturnType<typeof runCommandCases> => runCommandCases(cases, setting, place);
      return both(installed, await whileRunning(programs, place, run));
    };
  },
};

const READY = '--for=condition=Ready --timeout=60s -n shop';

/** Prints the certificate of a Secret as openssl shows it. */
const shown = (secret: string): string =>
  `kubectl -n shop get secret ${secret} -o 'go-template={{index .data "tls.crt"}}' | base64 -d | openssl x509 -noout -text`;

/** Waits until all authorities in a place of an object equal the one that is expected; prints it. */
const injected = (object: string, jsonpath: string, expected: string): string =>
  until(`[ -n "$(${expected})" ] && [ "$(kubectl get ${object} -o 'jsonpath=${jsonpath}')" = "$(${expected})" ]`);

const authority = (namespace: string, secret: string): string =>
  `kubectl -n ${namespace} get secret ${secret} -o 'go-template={{index .data "ca.crt"}}'`;

const cases: readonly CommandCase[] = [
  {
    name: 'cainjector writes the authority of the webhooks, which the webhook made, into their configurations',
    run: `${injected('validatingwebhookconfiguration/cert-manager-webhook', '{.webhooks[0].clientConfig.caBundle}', authority('cert-manager', 'cert-manager-webhook-ca'))} &&
      ${injected('mutatingwebhookconfiguration/cert-manager-webhook', '{.webhooks[0].clientConfig.caBundle}', authority('cert-manager', 'cert-manager-webhook-ca'))} &&
      kubectl get validatingwebhookconfiguration cert-manager-webhook -o yaml --show-managed-fields | grep -m1 'manager: cert-manager-cainjector'`,
    prints: ['manager: cert-manager-cainjector'],
  },
  {
    name: 'an issuer that signs its own certificates becomes ready',
    run: `kubectl create namespace shop && kubectl apply -f "$OBJECTS/self-signed.yaml" &&
      kubectl wait issuer/self-signed ${READY} && kubectl -n shop get issuers`,
    prints: ['issuer.cert-manager.io/self-signed condition met', 'self-signed   True'],
  },
  {
    name: 'the webhook refuses a Certificate, in words of its own',
    run: `kubectl apply -f "$OBJECTS/invalid.yaml"`,
    code: 1,
    prints: [
      'admission webhook "webhook.cert-manager.io" denied the request',
      'spec.duration: Invalid value: 1800000000000: certificate duration must be greater than 1h0m0s',
    ],
  },
  {
    name: 'the definition refuses a Certificate before the webhook is asked',
    run: `kubectl -n shop create -f - << END
{"apiVersion":"cert-manager.io/v1","kind":"Certificate","metadata":{"name":"bad"},"spec":{"secretName":"bad","privateKey":{"algorithm":"DSA"},"issuerRef":{"name":"self-signed"}}}
END`,
    code: 1,
    prints: ['spec.privateKey.algorithm: Unsupported value: "DSA": supported values: "RSA", "ECDSA", "Ed25519"'],
  },
  {
    name: 'a certificate of an authority becomes ready, with its Secret',
    run: `kubectl apply -f "$OBJECTS/authority.yaml" && kubectl wait certificate/authority ${READY} &&
      kubectl -n shop get secret authority -o jsonpath={.type} && ${shown('authority')}`,
    prints: ['condition met', 'kubernetes.io/tls', 'CA:TRUE'],
  },
  {
    name: 'an issuer signs with the authority, and what it signs can be verified',
    run: `kubectl apply -f "$OBJECTS/web.yaml" && kubectl wait issuer/authority ${READY} &&
      kubectl wait certificate/web ${READY} &&
      kubectl -n shop get secret web -o 'go-template={{index .data "ca.crt"}}' | base64 -d > ca.pem &&
      kubectl -n shop get secret web -o 'go-template={{index .data "tls.crt"}}' | base64 -d > web.pem &&
      openssl verify -CAfile ca.pem web.pem && ${shown('web')}`,
    prints: ['web.pem: OK', 'DNS:web.shop.svc', 'Issuer: CN = shop authority'],
  },
  {
    name: 'its request was approved, and names the account that made it',
    run: `kubectl -n shop get certificaterequest web-1 -o 'jsonpath={.spec.username}{"\\n"}' &&
      kubectl -n shop wait certificaterequest/web-1 --for=condition=Approved --timeout=60s &&
      kubectl -n shop get certificaterequests`,
    prints: ['system:serviceaccount:cert-manager:cert-manager', 'condition met', 'web-1'],
  },
  {
    name: 'the steps of an issuance are Events',
    run: `kubectl -n shop get events --field-selector involvedObject.kind=Certificate,involvedObject.name=web`,
    prints: ['Issuing', 'Generated', 'Requested', 'The certificate has been successfully issued'],
  },
  {
    name: 'a changed Certificate is issued again',
    run: `kubectl -n shop patch certificate web --type merge -p '{"spec":{"dnsNames":["web.shop.svc","web.example.com"]}}' &&
      kubectl -n shop wait certificate/web --for=jsonpath={.status.revision}=2 --timeout=60s &&
      kubectl wait certificate/web ${READY} && ${shown('web')}`,
    prints: ['DNS:web.example.com'],
  },
  {
    name: 'a deleted Secret is issued again',
    run: `kubectl -n shop delete secret web &&
      kubectl -n shop wait certificate/web --for=jsonpath={.status.revision}=3 --timeout=60s &&
      kubectl wait certificate/web ${READY} && ${shown('web')}`,
    prints: ['DNS:web.example.com'],
  },
  {
    name: 'a Certificate is issued again on request, as cmctl renew asks for it',
    run: `kubectl -n shop patch certificate web --subresource=status --type json -p '[{"op":"add","path":"/status/conditions/-","value":{"type":"Issuing","status":"True","reason":"ManuallyTriggered","message":"asked for","lastTransitionTime":"2026-01-01T00:00:00Z"}}]' &&
      kubectl -n shop wait certificate/web --for=jsonpath={.status.revision}=4 --timeout=60s`,
    prints: ['certificate.cert-manager.io/web condition met'],
  },
  {
    name: 'an issuer of the whole cluster signs in every namespace',
    run: `kubectl apply -f "$OBJECTS/cluster-issuer.yaml" &&
      kubectl wait clusterissuer/everywhere --for=condition=Ready --timeout=60s &&
      kubectl -n other wait certificate/everywhere --for=condition=Ready --timeout=60s`,
    prints: [
      'clusterissuer.cert-manager.io/everywhere condition met',
      'certificate.cert-manager.io/everywhere condition met',
    ],
  },
  {
    name: 'a Certificate without its issuer says so',
    run: `kubectl apply -f "$OBJECTS/orphan.yaml" && ${until(
      `kubectl -n shop get events --field-selector involvedObject.name=orphan-1 | grep IssuerNotFound`,
    )}`,
    prints: ['Referenced "Issuer" not found'],
  },
  {
    name: 'an Ingress gets a Certificate by its annotation',
    run: `kubectl apply -f "$OBJECTS/ingress.yaml" && ${until('kubectl -n shop get certificate shop-tls > found')} &&
      kubectl wait certificate/shop-tls ${READY} &&
      kubectl -n shop get certificate shop-tls -o jsonpath={.metadata.ownerReferences[0].kind}`,
    prints: ['Ingress'],
  },
  {
    name: 'only a user that may approve for the issuer approves a request',
    run: `kubectl apply -f "$OBJECTS/approval.yaml" && kubectl wait --for=condition=Established crd/signers.foreign.example.com &&
      openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -subj /CN=by-hand -out request.pem &&
      kubectl -n shop create -f - << END &&
{"apiVersion":"cert-manager.io/v1","kind":"CertificateRequest","metadata":{"name":"by-hand"},"spec":{"request":"$(base64 -w0 request.pem)","issuerRef":{"group":"foreign.example.com","kind":"Signer","name":"one"}}}
END
      kubectl -n shop patch certificaterequest by-hand --subresource=status --type merge --as=guest \\
        -p '{"status":{"conditions":[{"type":"Approved","status":"True","reason":"guest","message":"m","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}'`,
    code: 1,
    prints: ['user "guest" does not have permissions to set approved/denied conditions for issuer'],
  },
  {
    name: 'the spec of a request cannot be changed',
    run: `kubectl -n other patch certificaterequest everywhere-1 --type merge -p '{"spec":{"isCA":true}}'`,
    code: 1,
    prints: ['cannot change spec after creation'],
  },
  {
    name: 'a mutating configuration gets the authority of a Certificate',
    run: `kubectl apply -f "$OBJECTS/inject.yaml" &&
      ${injected('mutatingwebhookconfiguration/injected', '{.webhooks[0].clientConfig.caBundle}', authority('shop', 'web'))} && echo injected`,
    prints: ['injected'],
  },
  {
    name: 'a definition gets it for its conversion webhook',
    run: `${injected('crd/gadgets.injected.example.org', '{.spec.conversion.webhook.clientConfig.caBundle}', authority('shop', 'web'))} && echo injected`,
    prints: ['injected'],
  },
  {
    name: 'an APIService gets it for its extension server',
    run: `${injected('apiservice/v1.extension.example.org', '{.spec.caBundle}', authority('shop', 'web'))} && echo injected`,
    prints: ['injected'],
  },
  {
    name: 'a configuration gets the authority of a Secret that allows it, for each webhook',
    run: `kubectl -n shop annotate secret web cert-manager.io/allow-direct-injection=true --overwrite &&
      ${injected('validatingwebhookconfiguration/injected-from-secret', '{.webhooks[1].clientConfig.caBundle}', authority('shop', 'web'))} && echo injected`,
    prints: ['injected'],
  },
  {
    name: 'a configuration gets the authority of the API server',
    run: `${injected(
      'validatingwebhookconfiguration/injected-from-server',
      '{.webhooks[0].clientConfig.caBundle}',
      `kubectl config view --raw -o 'jsonpath={.clusters[0].cluster.certificate-authority-data}'`,
    )} && echo injected`,
    prints: ['injected'],
  },
  {
    name: 'the authority of a certificate that is issued again is added to those before',
    run: `kubectl -n shop patch certificate web --type merge -p '{"spec":{"isCA":true,"commonName":"web","issuerRef":{"name":"self-signed"}}}' &&
      kubectl -n shop wait certificate/web --for=jsonpath={.status.revision}=5 --timeout=60s &&
      line=$(${authority('shop', 'web')} | base64 -d | sed -n 2p) &&
      ${until(`kubectl get mutatingwebhookconfiguration injected -o 'jsonpath={.webhooks[0].clientConfig.caBundle}' | base64 -d > bundle && grep -qF "$line" bundle`)} &&
      grep -c BEGIN bundle`,
    prints: ['2'],
  },
  {
    name: 'its controller and its cainjector hold their Leases',
    run: `kubectl -n kube-system get leases -o 'jsonpath={range .items[*]}{.metadata.name}={.spec.holderIdentity}{"\\n"}{end}'`,
    prints: ['cert-manager-controller=', 'cert-manager-cainjector-leader-election='],
  },
  {
    name: 'its release is uninstalled, and its definitions stay',
    run: `helm uninstall cert-manager -n cert-manager --wait --timeout 2m &&
      kubectl get crd certificates.cert-manager.io -o name && kubectl -n shop get certificates -o name`,
    prints: [
      'customresourcedefinition.apiextensions.k8s.io/certificates.cert-manager.io',
      'certificate.cert-manager.io/web',
    ],
  },
];
