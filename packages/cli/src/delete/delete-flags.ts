import { jsonFlag } from '../command-line/json-flag.ts';

/** The flags of `kb delete api` and `kb delete webhook`. */
export const deleteFlags = {
  kind: { type: 'string', value: 'KIND', required: true, description: 'The kind.' },
  version: {
    type: 'string',
    value: 'VERSION',
    description: 'Its API version. Default: the only one that the project has.',
  },
  group: {
    type: 'string',
    value: 'GROUP',
    description: "Its group, with or without the domain. Default: that of the project's kind.",
  },
  'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
  json: jsonFlag,
  yes: { type: 'boolean', description: 'Also remove files that were edited.' },
} as const;

/** The flags of `kb delete api`. */
export const deleteApiFlags = {
  ...deleteFlags,
  'controller-name': {
    type: 'string',
    value: 'NAME',
    description: 'Remove only the controller with this name; the kind stays.',
  },
  resource: {
    type: 'boolean',
    description: '--no-resource: remove only a controller. It needs no name if the kind has no other.',
  },
} as const;
