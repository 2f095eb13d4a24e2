import type { Flags } from '../command-line/command.ts';

/** The folders that `kb generate` reads and writes, overriding the project file. Relative to the working folder. */
const folderFlags = {
  api: {
    type: 'string',
    multiple: true,
    value: 'FOLDER',
    description:
      'Without a project: a folder of types, of one group version or of several, as kb import writes them, or a package with src/<group>/<version>. Removes nothing, and writes a client only with --client-dir.',
  },
  controller: {
    type: 'string',
    multiple: true,
    value: 'FOLDER',
    description: 'With --api: a folder whose RBAC and webhook markers are read too.',
  },
  'crd-dir': { type: 'string', value: 'FOLDER', description: 'The folder of CRDs. Default: config/crd/bases.' },
  'external-crd-dir': {
    type: 'string',
    value: 'FOLDER',
    description:
      "The folder of CRDs of other projects' kinds. Default: config/crd/external; with --api, the folder of the others.",
  },
  'rbac-dir': { type: 'string', value: 'FOLDER', description: 'The folder of roles. Default: config/rbac.' },
  'webhook-dir': {
    type: 'string',
    value: 'FOLDER',
    description: 'The folder of webhook configurations. Default: config/webhook.',
  },
  'client-dir': {
    type: 'string',
    value: 'FOLDER',
    description: 'The package of the client. Default: packages/client.',
  },
} as const satisfies Flags;

/** The settings under `generate` in the project file, one flag each, which overrides the setting. */
const settingFlags = {
  strict: {
    type: 'boolean',
    description: 'Treat warnings as errors: write nothing, and exit with 1.',
  },
  'max-description-length': {
    type: 'string',
    value: 'BYTES',
    description: 'Cut longer descriptions in CRDs; 0 omits them, =-1 keeps them whole, overriding the project.',
  },
  'generate-embedded-object-meta': {
    type: 'boolean',
    description: 'Give fields of the type ObjectMeta their whole schema.',
  },
  'allow-dangerous-types': { type: 'boolean', description: 'Allow floating point numbers in schemas.' },
  'preserve-unknown-fields': {
    type: 'boolean',
    description: 'Only as --no-preserve-unknown-fields: write spec.preserveUnknownFields: false.',
  },
  'ignored-markers': {
    type: 'string',
    multiple: true,
    value: 'PREFIX',
    description: "Prefix of other tools' markers, which are ignored.",
  },
  'header-file': {
    type: 'string',
    value: 'FILE',
    description: 'File of comments for the head of every manifest; relative to this folder.',
  },
  'source-header-file': {
    type: 'string',
    value: 'FILE',
    description: 'File of comments for the head of every generated source; relative to this folder.',
  },
  year: { type: 'string', value: 'YEAR', description: 'Replaces " YEAR" in the header files.' },
  'role-name': {
    type: 'string',
    value: 'NAME',
    description: 'Name of roles whose markers do not name one. Default: manager-role.',
  },
  'role-file': {
    type: 'string',
    value: 'NAME',
    description: 'File of the roles. Default: role.yaml. Change a kustomization.yaml that lists another name yourself.',
  },
} as const satisfies Flags;

/** The flags of `kb generate`. */
export const generateFlags = {
  check: {
    type: 'boolean',
    description: 'Write nothing; show the difference, and exit with 1 if a generated file is out of date.',
  },
  'dry-run': { type: 'boolean', description: 'Write nothing; show the difference.' },
  'no-cache': {
    type: 'boolean',
    description: 'Generate even if nothing seems to have changed since the last run.',
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    description:
      'The format of problems: text, json or github. With json, standard output is JSON too: the files that change. Default: text.',
  },
  json: { type: 'boolean', description: 'Short for --format json.' },
  ...folderFlags,
  ...settingFlags,
} as const satisfies Flags;
