/**
 * The npm scope of kb's packages: in new projects, in hints, and in what is released. Publishing refuses until a person
 * has claimed it (`tools/release/src/publishing.ts`).
 */
export const SCOPE = '@kb';

/** The package of the `kb` command. The npm package `kb`, without the scope, belongs to another author. */
export const COMMAND_PACKAGE = `${SCOPE}/cli`;
