import type { Scalar } from '../../model/model.ts';

/** The scalars that are integers. */
export const integers: ReadonlySet<string> = new Set<Scalar>(['int', 'int32', 'int64']);
