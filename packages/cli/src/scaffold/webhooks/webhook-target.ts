import type { ProjectFile, ProjectResource } from '@kb/codegen';
import type { WebhookNames } from '../webhook-names.ts';

/** A kind with its webhooks, as PROJECT will list it. */
export interface WebhookTarget {
  readonly project: ProjectFile;
  readonly resource: ProjectResource;
  /** What is asked for now, of the webhooks of the resource: only this is added to files that are there. */
  readonly requested: { readonly defaulting: boolean; readonly validation: boolean; readonly conversion: boolean };
  /** The versions to convert; empty without conversion. */
  readonly spokes: readonly ProjectResource[];
  readonly namesOf: (resource: ProjectResource) => WebhookNames;
  /** The `spec` of an object of the kind that the API server accepts, as TypeScript; undefined if it needs none. */
  readonly specOf: (names: WebhookNames) => string | undefined;
}
