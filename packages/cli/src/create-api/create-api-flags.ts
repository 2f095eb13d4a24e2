import { jsonFlag } from '../command-line/json-flag.ts';
import type { FlagValues } from '../command-line/command.ts';

/** The flags of `kb create api`. */
export const createApiFlags = {
  kind: {
    type: 'string',
    value: 'KIND',
    description: 'The kind, in PascalCase. Required, unless an external API has only one.',
  },
  version: {
    type: 'string',
    value: 'VERSION',
    description:
      'Its API version. Default: v1alpha1; for an external API the versions that the project has, or the preferred one.',
  },
  group: {
    type: 'string',
    value: 'GROUP',
    description:
      "Its group without the domain; for an external API the whole group. Default: the project's only group, or the bare domain when it has none.",
  },
  plural: { type: 'string', value: 'PLURAL', description: 'Its plural, if it is irregular.' },
  namespaced: {
    type: 'boolean',
    description: 'Namespaced; --no-namespaced: cluster-scoped. Default: namespaced.',
  },
  controller: {
    type: 'boolean',
    description:
      'Write a controller; --no-controller: only the types. Default: write one, but not for an external API.',
  },
  'controller-name': {
    type: 'string',
    value: 'NAME',
    description: 'The name of the controller: a kind can have several. Default: the kind in lower case.',
  },
  resource: {
    type: 'boolean',
    description:
      "Write types; --no-resource: only a controller, for a kind that the project has, or that is Kubernetes' own. Default: write them.",
  },
  force: {
    type: 'boolean',
    description:
      'Write the files of the kind as if they were new: its types, controller, tests and sample; with --yes even if they were edited.',
  },
  'external-api': {
    type: 'string',
    value: 'SOURCE',
    description:
      'A kind that belongs to another project: the file, folder or URL of its CRD, - for standard input, or cluster for that of the kubeconfig. Run it again to update the kind.',
  },
  overwrite: {
    type: 'boolean',
    description: 'For an external API: replace imported files even if they were edited.',
  },
  image: {
    type: 'string',
    value: 'IMAGE',
    description: 'Write an operator that runs this image: a Deployment for each object, with status, events and tests.',
  },
  'image-container-command': {
    type: 'string',
    value: 'WORD,WORD',
    description: 'With --image: what runs in the container. Default: what the image says.',
  },
  'image-container-port': {
    type: 'string',
    value: 'PORT',
    description: 'With --image: the port that the container listens on.',
  },
  'run-as-user': {
    type: 'string',
    value: 'UID',
    description: 'With --image: the user of the container. Default: that of the image, unless it is root.',
  },
  plugins: {
    type: 'string',
    value: 'PLUGINS',
    description: "kubebuilder's name of what --image does: deploy-image/v1-alpha.",
  },
  'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
  json: jsonFlag,
  yes: { type: 'boolean', description: 'With --force: replace files that were edited.' },
} as const;

/** The values of the flags of `kb create api`. */
export type CreateApiValues = FlagValues<typeof createApiFlags>;
