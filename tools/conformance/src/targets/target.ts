import type { Transport } from '@kb/apimachinery';
import type { Client } from '@kb/client';

/**
 * An API server with the sample operator's CRDs installed. Unless it was started without workloads, Pods become ready.
 */
export interface Target {
  readonly name: string;
  readonly real: boolean;
  /** As an administrator. */
  readonly transport: Transport;
  readonly client: Client;
  /** Path of a kubeconfig of an administrator. */
  readonly kubeconfig: string;
  /**
   * Path of a kubeconfig for the operator. On a real control plane: its ServiceAccount, with only its generated role.
   */
  readonly operatorKubeconfig: string;
  /** Makes the server forget its history: it responds with 410 to watches and lists from before. */
  compact(): Promise<void>;
  stop(): Promise<void>;
}

/** Options for starting a target. */
export interface TargetOptions {
  /** False: without controllers and node, so that objects stay as they are written. */
  readonly workloads: boolean;
  /** With metrics.k8s.io also on a real control plane, as in a cluster with metrics-server. Default: false. */
  readonly resourceMetrics?: boolean;
}
