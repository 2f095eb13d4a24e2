/** What one evaluation of a rule, or of the expression of its message, may cost, as in kube-apiserver. */
export const CALL_COST_LIMIT = 1_000_000;

/**
 * The nanoseconds of work that the evaluations of an object may take together, besides the steps that have a cost.
 * kube-apiserver has no such limit.
 */
export const OBJECT_WORK_LIMIT = 2_000_000_000;

/** What all rules and messages of an object may cost together. */
export const OBJECT_COST_BUDGET = 10_000_000;
