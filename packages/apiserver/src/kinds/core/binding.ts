import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** Binding: says on which node a pod runs. It is posted, and never kept. */
export const binding: BuiltInKind = { group: '', kind: 'Binding' };
