/** Command line flags without their dashes; `true` and `false` are written out. */
export type Flags = Readonly<Record<string, string | number | boolean>>;

/** `{ 'secure-port': 1 }` → `['--secure-port=1']`; the flags of `more` replace those of the same name. */
export function flagArguments(flags: Flags, more: Flags = {}): string[] {
  return Object.entries({ ...flags, ...more }).map(([name, value]) => `--${name}=${value}`);
}

/** The folder's files that the flags name; all absolute paths. */
export interface EtcdPaths {
  dataDirectory: string;
  clientSocket: string;
  peerSocket: string;
}

/**
 * A single member without durability. It listens on two Unix sockets in a private folder, so that it takes no port and
 * other users of the machine cannot read its data; the advertised URLs must have a port and are never used, because
 * there is no second member.
 */
export function etcdFlags(paths: EtcdPaths): Flags {
  const peer = 'http://localhost:2380';
  return {
    name: 'default',
    'data-dir': paths.dataDirectory,
    'unsafe-no-fsync': true,
    'listen-client-urls': `unix://${paths.clientSocket}`,
    'advertise-client-urls': 'http://localhost:2379',
    'listen-peer-urls': `unix://${paths.peerSocket}`,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    // A single member does not wait for others: this saves about a third of a second.
    'heartbeat-interval': 10,
    'election-timeout': 100,
  };
}

/** What {@link apiServerFlags} needs. */
export interface ApiServerFlagOptions {
  port: number;
  etcdSocket: string;
  certificateDirectory: string;
  tokenFile: string;
  serviceAccountKeyFile: string;
  serviceAccountPublicKeyFile: string;
  /** False when no kube-controller-manager makes the `default` ServiceAccounts that Pods need. */
  serviceAccountAdmission: boolean;
}

export const SERVICE_ACCOUNT_ISSUER = 'https://kubernetes.default.svc.cluster.local';

/** kube-apiserver on loopback: RBAC, static admin token, real ServiceAccount tokens, a self-made certificate. */
export function apiServerFlags(options: ApiServerFlagOptions): Flags {
  return {
    'etcd-servers': `unix://${options.etcdSocket}`,
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'secure-port': options.port,
    'cert-dir': options.certificateDirectory,
    'authorization-mode': 'RBAC',
    'token-auth-file': options.tokenFile,
    'service-account-issuer': SERVICE_ACCOUNT_ISSUER,
    'service-account-signing-key-file': options.serviceAccountKeyFile,
    'service-account-key-file': options.serviceAccountPublicKeyFile,
    'service-cluster-ip-range': '10.96.0.0/16',
    // Otherwise it writes its loopback address into the `kubernetes` Endpoints, and does not exit before it has removed
    // it again.
    'endpoint-reconciler-type': 'none',
    'allow-privileged': true,
    profiling: false,
    ...(options.serviceAccountAdmission ? {} : { 'disable-admission-plugins': 'ServiceAccount' }),
  };
}

/**
 * Controllers that act on nodes, their addresses and volumes. There are no kubelets here: left on, they would taint and
 * empty the nodes that a simulation adds.
 */
export const disabledControllers: readonly string[] = [
  'node-ipam-controller',
  'node-lifecycle-controller',
  'taint-eviction-controller',
  'device-taint-eviction-controller',
  'pod-garbage-collector-controller',
  'ttl-controller',
  'persistentvolume-attach-detach-controller',
];

/** kube-scheduler with its default profile. `kubeconfig`: the path of that of a user who may do everything. */
export function schedulerFlags(kubeconfig: string): Flags {
  return {
    kubeconfig,
    'leader-elect': false,
    'secure-port': 0, // serves nothing
    profiling: false,
    'kube-api-qps': 500,
    'kube-api-burst': 1000,
  };
}

/** What {@link controllerManagerFlags} needs. */
export interface ControllerManagerFlagOptions {
  kubeconfig: string;
  caFile: string;
  serviceAccountKeyFile: string;
}

/**
 * kube-controller-manager: every default controller but {@link disabledControllers}, each under its own ServiceAccount
 * and role.
 */
export function controllerManagerFlags(options: ControllerManagerFlagOptions): Flags {
  return {
    kubeconfig: options.kubeconfig,
    controllers: ['*', ...disabledControllers.map((name) => `-${name}`)].join(','),
    'use-service-account-credentials': true,
    'service-account-private-key-file': options.serviceAccountKeyFile,
    'root-ca-file': options.caFile,
    'leader-elect': false,
    'secure-port': 0, // serves nothing
    profiling: false,
    // The defaults (20 and 30 requests a second) protect a shared server; here they would only slow tests down.
    'kube-api-qps': 500,
    'kube-api-burst': 1000,
  };
}
