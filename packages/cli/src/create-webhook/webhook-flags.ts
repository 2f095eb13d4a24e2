import { jsonFlag } from '../command-line/json-flag.ts';

/** The flags of `kb create webhook`. */
export const webhookFlags = {
  kind: { type: 'string', value: 'KIND', description: 'The kind, in PascalCase. Required.' },
  version: {
    type: 'string',
    value: 'VERSION',
    description: 'Its API version; for --conversion that of the hub. Default: the only one that the project has.',
  },
  group: {
    type: 'string',
    value: 'GROUP',
    description:
      "Its group without the domain; of Kubernetes' own kinds core, apps and the like; of another project the whole group. Default: that of the project's kind.",
  },
  defaulting: { type: 'boolean', description: 'A mutating webhook, which sets defaults.' },
  'programmatic-validation': { type: 'boolean', description: 'A validating webhook, which refuses objects.' },
  conversion: { type: 'boolean', description: 'A conversion webhook: this version is the hub.' },
  spoke: {
    type: 'string',
    value: 'VERSIONS',
    description: 'The versions that are converted to the hub, such as v2,v3. Default: all others of the kind.',
  },
  'defaulting-path': {
    type: 'string',
    value: 'PATH',
    description: 'Where the mutating webhook is served. Default: /mutate-GROUP-VERSION-KIND.',
  },
  'validation-path': {
    type: 'string',
    value: 'PATH',
    description: 'Where the validating webhook is served. Default: /validate-GROUP-VERSION-KIND.',
  },
  force: {
    type: 'boolean',
    description: 'Write the files of the webhook as if they were new; with --yes even if they were edited.',
  },
  plural: {
    type: 'string',
    value: 'PLURAL',
    description: 'Accepted for compatibility: the kind has its plural already.',
  },
  make: { type: 'boolean', description: 'Accepted for compatibility: this command always generates.' },
  'external-api-path': {
    type: 'string',
    value: 'PATH',
    description: 'Refused: a kind of another project comes from its CRD, with kb create api --external-api.',
  },
  'external-api-domain': { type: 'string', value: 'DOMAIN', description: 'Refused, as --external-api-path.' },
  'external-api-module': { type: 'string', value: 'MODULE', description: 'Refused, as --external-api-path.' },
  'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
  json: jsonFlag,
  yes: { type: 'boolean', description: 'With --force: replace files that were edited.' },
} as const;
