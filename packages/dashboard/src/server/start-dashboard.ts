import type { Clock } from '@kb/apimachinery';
import { type Client, createRestMapper } from '@kb/client';
import type { Trouble } from '../protocol/index.ts';
import { performCall } from './calls/perform-call.ts';
import type { ClusterAccess } from './cluster/cluster-access.ts';
import type { ClusterHistory } from './history/cluster-history.ts';
import { listenForPages } from './http/listen-for-pages.ts';
import { newSessionSecret } from './http/session-secret.ts';
import { createServedKinds, type OwnKind } from './kinds/served-kinds.ts';
import { createObjectRevisions } from './object/object-revisions.ts';
import type { OperatorSource } from './operator/operator-source.ts';
import { createPageAcceptor } from './socket/accept-pages.ts';
import { createTopics } from './topics/create-topics.ts';
import { createSession } from './topics/session.ts';

/** Options of {@link startDashboard}. */
export interface DashboardOptions {
  /** The client with the user's own credentials. */
  readonly client: Client;
  readonly clock: Clock;
  /** `embedded`, or the name of the context. */
  readonly cluster: string;
  /** Whether it is the embedded cluster of `kb dev`. */
  readonly embedded: boolean;
  /** The namespace that is shown at first, and that objects get which name none. */
  readonly namespace: string;
  /** The name of the project that is developed. */
  readonly project?: string;
  /** Returns the kinds of that project, asked for whenever the cluster serves other kinds. Default: none. */
  readonly ownKinds?: () => readonly OwnKind[];
  /** The folder of the built page; undefined when it is not built. */
  readonly pageFolder: string | undefined;
  /** Default: 0, any free one. */
  readonly port?: number;
  /**
   * The secret of the address, of {@link newSessionSecret}. With that of an earlier dashboard on the same port, pages
   * which are open since then come back. Default: a new one.
   */
  readonly secret?: string;
  /** The history of an embedded cluster. Default: pages can only go back to what they have seen. */
  readonly history?: ClusterHistory;
  /** Makes trouble in an embedded cluster. */
  readonly trouble?: (trouble: Trouble) => Promise<void>;
  /** The operator that is developed. Default: none is shown. */
  readonly operator?: OperatorSource;
}

/** A running dashboard. */
export interface Dashboard {
  /** The address with the secret of the session: who has it may do what the user may. */
  readonly url: string;
  /** The address without the secret. */
  readonly origin: string;
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Serves the page on loopback. Requests nothing of the cluster beyond what pages look at, apart from the served kinds.
 * Rejects with the system's error when the port is in use.
 */
export async function startDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { client, clock, cluster, embedded, namespace, project, pageFolder, port = 0 } = options;
  const { secret = newSessionSecret(), ownKinds = () => [], history, trouble, operator } = options;
  const facts = { cluster, embedded, namespace, operator: operator !== undefined, ownKinds: ownKinds().length > 0 };
  const session = createSession({ ...facts, ...(project !== undefined && { project }) }, client);
  const access: ClusterAccess = { client, clock, onAnswer: (answered) => session.onAnswer(answered) };
  const kinds = createServedKinds(access, ownKinds);
  const revisions = createObjectRevisions(access, history);
  const mapper = createRestMapper(client);
  const topics = createTopics({ access, session, kinds, revisions, history, operator });
  const context = { client, mapper, namespace, revisions, trouble, operator };
  const pages = createPageAcceptor(
    { open: topics.open, call: (call, signal) => performCall(context, call, signal) },
    clock,
  );
  const listening = listenForPages({ port, secret, pageFolder, onSocket: pages.accept });
  const listener = await listening.catch((error: unknown) => {
    kinds.stop();
    throw error;
  });
  const origin = `http://127.0.0.1:${listener.port}`;
  return {
    origin,
    port: listener.port,
    url: `${origin}/?session=${secret}`,
    stop: async () => {
      pages.close();
      kinds.stop();
      await listener.close();
    },
  };
}
