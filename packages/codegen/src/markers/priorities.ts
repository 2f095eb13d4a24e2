/** Runs before the others: what changes the type that the others check. */
export const early = 9;
/** Where most markers run. */
export const usual = 10;
