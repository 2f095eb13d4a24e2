import type { Client } from '@kb/client';
import type { Manifest } from '../../manifests/manifests.ts';
import type { OpenProject } from '../../open-project.ts';
import type { PreparedWebhooks } from '../../webhooks/prepare-webhooks.ts';
import type { EmbeddedCluster } from './embedded-cluster.ts';
import type { OperatorAccount } from './operator-account.ts';

/** The cluster of a session. */
export interface DevCluster {
  readonly server: string;
  /** Names it and its user, the same at each start. */
  readonly identity: string;
  /** The embedded API server, which ends with the session. */
  readonly embedded: boolean;
  /** A client with the permissions of the developer. */
  readonly client: Client;
  /** The operator's `KUBECONFIG`. */
  readonly operatorKubeconfig: string;
  /** The account of the operator, if its permissions are enforced. */
  readonly account: OperatorAccount | undefined;
  /** Applies manifests in order; resolves when CustomResourceDefinitions among them are served. */
  install(manifests: readonly Manifest[]): Promise<void>;
  /** Reads the project's CRDs and webhook configurations as this cluster needs them; `before`: those read before. */
  prepare(opened: OpenProject, before?: PreparedWebhooks): Promise<PreparedWebhooks>;
  /** Where the operator's webhooks listen, in Go's notation; undefined for the default. */
  readonly webhookBindAddress?: string;
  /** Takes the webhook configurations out of a cluster that stays, before the operator ends. */
  removeWebhooks?(): Promise<void>;
  /** What only an embedded cluster can do. */
  readonly laboratory?: Pick<EmbeddedCluster, 'history' | 'advanceClock' | 'cutConnections'>;
  stop(): Promise<void>;
}
