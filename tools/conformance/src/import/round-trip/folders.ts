/** Where types are imported to, below a temporary folder. */
export const typesFolder = 'types';

/** Where CRDs are generated, below a temporary folder. */
export const generatedFolder = 'crds';
