/**
 * Every `code` of the errors that reading and writing files throws, other than those of diagnostics, and its meaning.
 * docs/errors.md says what to do.
 */
export const fileErrorCodes = {
  KB_FILE_CHANGED: 'A file to write was changed while kb ran.',
  KB_JOURNAL: 'The journal of an interrupted write cannot be read or completed.',
  KB_LEADS_OUT: 'A file to write is reached through a symbolic link that leads out of the project.',
  KB_NOT_UTF8: 'A file is not text in UTF-8.',
  KB_SYSTEM: 'The file system or the network refused an operation.',
} as const;

/** The `code` of an error of reading and writing files. */
export type FileErrorCode = keyof typeof fileErrorCodes;
