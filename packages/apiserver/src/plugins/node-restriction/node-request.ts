import type { AdmissionAttributes } from '../../admission/admission-attributes.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** What the checks of a request need to know. */
export interface NodeRequest {
  /** The node whose kubelet sends the request. */
  readonly node: string;
  readonly server: Pick<ServerContext, 'store' | 'authorizer'>;
}

/** Judges a request of a kubelet; throws the StatusError of a refusal. */
export type NodeCheck = (request: AdmissionAttributes, asker: NodeRequest) => void;
