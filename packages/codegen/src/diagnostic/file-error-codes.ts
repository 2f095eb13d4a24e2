/**
 * Every `code` of an error that reading and writing files throws, besides the diagnostics, and what it means.
 * docs/errors.md says what to do.
 */
export const fileErrorCodes = {
  KB_FILE_CHANGED: 'A file that is to be written was changed while kb ran.',
  KB_JOURNAL: 'The list of the files of a write that was interrupted cannot be read or followed.',
  KB_LEADS_OUT: 'A file that is to be written is behind a symbolic link that leads out of the project.',
  KB_NOT_UTF8: 'A file is not text in UTF-8.',
  KB_SYSTEM: 'The file system or the network refused something.',
} as const;

/** The `code` of an error of reading and writing files. */
export type FileErrorCode = keyof typeof fileErrorCodes;
