import type { Transport } from '@kb/apimachinery';
import type { Client } from '@kb/client';

/** An API server with the sample operator's CRDs installed, and Pods that become ready. */
export interface Target {
  readonly name: string;
  readonly real: boolean;
  /** With every right. */
  readonly transport: Transport;
  readonly client: Client;
  /** A kubeconfig for the operator: on a real control plane, its own ServiceAccount with its generated role alone. */
  readonly operatorKubeconfig: string;
  stop(): Promise<void>;
}
