import type { Flags } from '../command-line/command.ts';

/** The flags of `kb import`. */
export const importFlags = {
  into: {
    type: 'string',
    required: true,
    value: 'FOLDER',
    description: 'The folder of the types: FOLDER/<group>/<version>.',
  },
  kind: { type: 'string', multiple: true, value: 'KIND', description: 'Only this kind.' },
  group: { type: 'string', multiple: true, value: 'GROUP', description: 'Only kinds of this group.' },
  version: {
    type: 'string',
    multiple: true,
    value: 'VERSION',
    description:
      'Only this version, and those that were imported before. Default: all; for an external kind that was imported before, the same versions.',
  },
  check: {
    type: 'boolean',
    description: 'Write nothing; exit with 1, and show the difference, when an imported file is out of date.',
  },
  'dry-run': { type: 'boolean', description: 'Write nothing; show the difference.' },
  overwrite: { type: 'boolean', description: 'Replace imported files even if they were edited.' },
  verify: {
    type: 'boolean',
    description:
      'Generate from the types in memory, and warn if a definition differs; --no-verify: do not. Default: verify.',
  },
  kubeconfig: {
    type: 'string',
    value: 'FILE',
    description: "The kubeconfig of the source cluster. Default: kubectl's.",
  },
  context: {
    type: 'string',
    value: 'NAME',
    description: 'The context of the source cluster. Default: the current one.',
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    description:
      'The format of problems: text, json or github. With json, standard output is JSON too: the files that change. Default: text.',
  },
  json: { type: 'boolean', description: 'Short for --format json.' },
} as const satisfies Flags;
