/** Where types are imported to, below a temporary folder. */
export const TYPES_FOLDER = 'types';

/** Where CRDs are generated, below a temporary folder. */
export const GENERATED_FOLDER = 'crds';
