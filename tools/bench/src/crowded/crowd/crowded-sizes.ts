/** How crowded the server is, and how much each bulk work takes on. */
export interface CrowdedSizes {
  /** All objects that stay, over all kinds. */
  readonly objects: number;
  /** ConfigMaps of about 1 KB among them, in several namespaces. */
  readonly configMaps: number;
  /** Secrets of about 1 KB among them. */
  readonly secrets: number;
  /** Custom objects among them: the rest. */
  readonly customObjects: number;
  readonly definitions: number;
  /** Watches of one namespace's ConfigMaps. There is one more for each definition, and some of all ConfigMaps. */
  readonly watchers: number;
  /** How many objects one deletion of a collection deletes. */
  readonly deleted: number;
  /** How many objects a namespace has that is deleted. */
  readonly inNamespace: number;
  /** How many definitions of one group are deleted together. */
  readonly deletedDefinitions: number;
  /** How many objects lose their owner. */
  readonly children: number;
  /** How many updates the history of a resource has. */
  readonly updates: number;
}

/** What is asked for: 200,000 objects, 500 definitions, 2,000 watchers. */
const OBJECTS = 200_000;

/** The sizes that go with so many objects: all of them in proportion. */
export function crowdedSizes(objects = OBJECTS): CrowdedSizes {
  if (!Number.isInteger(objects) || objects < 1) throw new RangeError(`${objects} is not a number of objects`);
  const part = (fullSize: number): number => Math.max(1, Math.round((objects * fullSize) / OBJECTS));
  const [configMaps, secrets] = [part(120_000), part(20_000)];
  return {
    objects,
    configMaps,
    secrets,
    customObjects: Math.max(0, objects - configMaps - secrets),
    definitions: part(500),
    watchers: part(2000),
    deleted: part(50_000),
    inNamespace: part(30_000),
    deletedDefinitions: part(100),
    children: part(10_000),
    updates: part(5000),
  };
}
