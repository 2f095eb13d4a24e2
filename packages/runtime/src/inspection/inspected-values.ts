/** The name and namespace of an object. `namespace` is absent for objects of the cluster. */
export interface InspectedKey {
  readonly namespace?: string;
  readonly name: string;
}

/** A field that differs. `before` is absent for an added field, `after` for a removed one. Long values are cut. */
export interface InspectedChange {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}
