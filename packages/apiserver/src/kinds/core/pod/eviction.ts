import { type PostedKind, postedKind } from '../../shared/posted-kind.ts';

/** Eviction: asks for the deletion of a Pod. It is posted to `pods/NAME/eviction`, and never kept. */
export const eviction: PostedKind = postedKind({ group: 'policy', kind: 'Eviction', type: 'policy/v1.Eviction' });
