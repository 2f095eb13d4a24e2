import type { Flags } from '../command-line/command.ts';

/**
 * Where `kb generate` reads and writes, over what the project file says. Folders are relative to where it is called.
 */
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
    description: 'With --api: a folder whose markers of permissions and webhooks count too.',
  },
  'crd-dir': { type: 'string', value: 'FOLDER', description: 'Where CRDs go. Default: config/crd/bases.' },
  'external-crd-dir': {
    type: 'string',
    value: 'FOLDER',
    description:
      "Where CRDs of other projects' kinds go. Default: config/crd/external; with --api, where the others go.",
  },
  'rbac-dir': { type: 'string', value: 'FOLDER', description: 'Where roles go. Default: config/rbac.' },
  'webhook-dir': {
    type: 'string',
    value: 'FOLDER',
    description: 'Where webhook configurations go. Default: config/webhook.',
  },
  'client-dir': {
    type: 'string',
    value: 'FOLDER',
    description: 'The package of the client. Default: packages/client.',
  },
} as const satisfies Flags;

/** The settings under `generate` in the project file, one flag each: the flag wins. */
const settingFlags = {
  strict: {
    type: 'boolean',
    description: 'Take warnings for errors: write nothing, and exit with 1.',
  },
  'max-description-length': {
    type: 'string',
    value: 'BYTES',
    description:
      'Cut longer descriptions in CRDs; 0 leaves them out, =-1 leaves them whole, whatever the project says.',
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
    description: "Beginning of other tools' markers, which are left alone.",
  },
  'header-file': {
    type: 'string',
    value: 'FILE',
    description: 'Comments that every manifest begins with; relative to this folder.',
  },
  'source-header-file': {
    type: 'string',
    value: 'FILE',
    description: 'Comments that every generated source begins with; relative to this folder.',
  },
  year: { type: 'string', value: 'YEAR', description: 'What stands for " YEAR" in the header files.' },
  'role-name': {
    type: 'string',
    value: 'NAME',
    description: 'Name of roles whose markers name none. Default: manager-role.',
  },
  'role-file': {
    type: 'string',
    value: 'NAME',
    description: 'File of the roles. Default: role.yaml. A kustomization.yaml that lists another is yours to change.',
  },
} as const satisfies Flags;

/** The flags of `kb generate`. */
export const generateFlags = {
  check: {
    type: 'boolean',
    description: 'Write nothing; exit with 1, and show the difference, when a generated file is out of date.',
  },
  'dry-run': { type: 'boolean', description: 'Write nothing; show the difference.' },
  'no-cache': {
    type: 'boolean',
    description: 'Look at everything, even where nothing seems to have changed since the last time.',
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    description:
      'How problems are printed: text, json or github. With json, standard output is JSON too: the files that change. Default: text.',
  },
  ...folderFlags,
  ...settingFlags,
} as const satisfies Flags;
