import { type PostedKind, postedKind } from '../../shared/posted-kind.ts';

/** Eviction: requests the deletion of a Pod. Posted to `pods/NAME/eviction`, and never stored. */
export const eviction: PostedKind = postedKind({ group: 'policy', kind: 'Eviction', type: 'policy/v1.Eviction' });
