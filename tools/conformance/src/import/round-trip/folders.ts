/** The folder for imported types, below a temporary folder. */
export const TYPES_FOLDER = 'types';

/** The folder for generated CRDs, below a temporary folder. */
export const GENERATED_FOLDER = 'crds';
