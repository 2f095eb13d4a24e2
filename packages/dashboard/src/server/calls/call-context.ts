import type { Client, RestMapper } from '@kb/client';
import type { Trouble } from '../../protocol/index.ts';
import type { OperatorSource } from '../operator/operator-source.ts';
import type { ObjectRevisions } from '../object/object-revisions.ts';

/** What calls work with. */
export interface CallContext {
  readonly client: Client;
  readonly mapper: RestMapper;
  /** For namespaced objects that name none. */
  readonly namespace: string;
  readonly revisions: Pick<ObjectRevisions, 'stateOf'>;
  /** Absent where the cluster is not an embedded one. */
  readonly trouble?: ((trouble: Trouble) => Promise<void>) | undefined;
  readonly operator?: OperatorSource | undefined;
}

/** The manager of the fields that pages write. */
export const FIELD_MANAGER = 'kb-dashboard';
