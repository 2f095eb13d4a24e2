import type { ControlPlaneError } from './errors.ts';
import type { ControlPlaneBinaries } from './find.ts';
import type { Flags } from './flags.ts';
import type { ServiceAccountReference, TokenOptions } from './access/service-account-token.ts';
import type { SecretTokenDemand } from './access/secret-token.ts';
import type { SupervisedProcess } from './supervisor/supervisor.ts';

/** Options of `startControlPlane`. */
export interface StartOptions {
  /** The programs to start; default: those of `findControlPlane()`. */
  binaries?: ControlPlaneBinaries;
  /**
   * False starts etcd and kube-apiserver alone; then Pods need no ServiceAccount. True by default, if
   * kube-controller-manager is there.
   */
  controllers?: boolean;
  /**
   * True also starts kube-scheduler, for tests of scheduling. False by default: then Pods stay Pending until something
   * simulates a node and its scheduler. Rejects with NOT_FOUND if the programs do not include it.
   */
  scheduler?: boolean;
  /**
   * Called when the API server is ready and before kube-controller-manager starts. Its garbage collector knows
   * everything installed here, especially CustomResourceDefinitions, from the start; it looks for new kinds only every
   * 30 seconds.
   */
  beforeControllers?: (plane: ControlPlane) => Promise<void>;
  /**
   * A copy of the data folder of another control plane's etcd to start from, as when restoring a backup. It is copied
   * again. Default: an empty store.
   */
  etcdData?: string;
  /** Called when a component exits unexpectedly after the start. */
  onComponentExit?: (error: ControlPlaneError) => void;
  /** Flags of kube-apiserver beside ours, without dashes: `{ 'feature-gates': 'Some=true', v: 4 }`. */
  apiServerFlags?: Flags;
  /** Flags of kube-controller-manager beside ours. */
  controllerManagerFlags?: Flags;
  /** Time limit of the whole start in milliseconds; 300 000 by default. */
  timeoutMs?: number;
  /** Aborts the start. */
  signal?: AbortSignal;
}

/**
 * Who a kubeconfig acts as: a token, a ServiceAccount (a new token of it), or any user (impersonated by the
 * admin).
 */
export type KubeconfigIdentity = { namespace?: string } & (
  | { token: string; serviceAccount?: undefined; impersonate?: undefined }
  | { serviceAccount: ServiceAccountReference; token?: undefined; impersonate?: undefined }
  | { impersonate: { user: string; groups?: readonly string[] }; token?: undefined; serviceAccount?: undefined }
);

/** A running control plane on loopback. */
export interface ControlPlane extends AsyncDisposable {
  /** `https://127.0.0.1:port`. */
  readonly url: string;
  /** Version of the API server: `v1.36.3`. */
  readonly version: string;
  /** PEM file of the authority that signed the server's certificate. */
  readonly caFile: string;
  /** A kubeconfig with the authority and the admin token. Removed by `stop()`, like every file here. */
  readonly kubeconfigPath: string;
  /** Token of user `admin` in `system:masters`. Never logged. */
  readonly adminToken: string;
  /** The temporary folder: logs, kubeconfigs, data. */
  readonly directory: string;
  /** etcd, kube-apiserver, kube-controller-manager if it is there, and kube-scheduler if it was asked for. */
  readonly components: readonly SupervisedProcess[];
  /**
   * Requests a token of an existing ServiceAccount from the TokenRequest API. Throws ControlPlaneError REQUEST_FAILED.
   */
  tokenFor(account: ServiceAccountReference, options?: TokenOptions): Promise<string>;
  /** Signs the token of a Secret of the type `kubernetes.io/service-account-token`, as kube-controller-manager does. */
  signSecretToken(demand: SecretTokenDemand): string;
  /** Signs a token of any claims as the API server signs those of ServiceAccounts. `header`: besides the algorithm. */
  signClaims(claims: object, header?: object): string;
  /** Writes a kubeconfig for an identity, and returns its path. */
  kubeconfigFor(identity: KubeconfigIdentity): Promise<string>;
  /** Ends every component and removes all files; resolves when that is done. May be called more than once. */
  stop(): Promise<void>;
}
