import type { Transport } from '@kb/apimachinery';
import type { Client } from '@kb/client';

/**
 * An API server with the sample operator's CRDs installed, and, unless it was started without, Pods that become ready.
 */
export interface Target {
  readonly name: string;
  readonly real: boolean;
  /** With every right. */
  readonly transport: Transport;
  readonly client: Client;
  /** Path of a kubeconfig with every right. */
  readonly kubeconfig: string;
  /** A kubeconfig for the operator: on a real control plane, its own ServiceAccount with its generated role alone. */
  readonly operatorKubeconfig: string;
  /** Makes the server forget its history: watches and lists from before now are answered 410. */
  compact(): Promise<void>;
  stop(): Promise<void>;
}

/** What a target is to have. */
export interface TargetOptions {
  /** False leaves controllers and node out: then objects stay as they are written. */
  readonly workloads: boolean;
}
