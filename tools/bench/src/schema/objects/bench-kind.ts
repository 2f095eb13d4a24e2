import type { JsonObject } from '@kb/apimachinery';

/** A CustomResourceDefinition with a valid object. */
export interface BenchKind {
  /** What it stands for, with its kind: `small (Publication)`. */
  readonly name: string;
  readonly definition: JsonObject;
  readonly object: JsonObject;
}
