/** Every `code` of an error that this package throws, and its meaning. docs/errors.md describes the remedies. */
export const simulationErrorCodes = {
  KB_NAMESPACED_OWNER: 'The simulated garbage collector met a cluster-scoped object whose owner is namespaced.',
  KB_UNKNOWN_OWNER_KIND: 'The simulated garbage collector met an owner of a kind that the server does not have.',
} as const;

/** The `code` of an error of this package. */
export type SimulationErrorCode = keyof typeof simulationErrorCodes;
