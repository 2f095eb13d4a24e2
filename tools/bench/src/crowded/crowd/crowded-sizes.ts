/** The sizes of the crowd and of the bulk work, in numbers of objects. */
export interface CrowdedSizes {
  /** All objects that stay during the measurement, of all kinds. */
  readonly objects: number;
  /** How many of them are ConfigMaps, of about 1 KB, in several namespaces. */
  readonly configMaps: number;
  /** How many of them are Secrets, of about 1 KB. */
  readonly secrets: number;
  /** How many of them are custom objects: the rest. */
  readonly customObjects: number;
  readonly definitions: number;
  /** Watches of one namespace's ConfigMaps. There is also one per definition, and some of all ConfigMaps. */
  readonly watchers: number;
  /** How many objects are deleted by one deletecollection. */
  readonly deleted: number;
  /** How many objects the namespace holds that is deleted. */
  readonly inNamespace: number;
  /** How many definitions of one group are deleted at once. */
  readonly deletedDefinitions: number;
  /** How many dependents lose their owner. */
  readonly children: number;
  /** How many updates the watch history of a resource holds. */
  readonly updates: number;
}

/** The full number of objects; it comes with 500 definitions and 2,000 watchers. */
const OBJECTS = 200_000;

/** Returns all sizes in proportion to a number of objects. Throws if it is not a positive integer. */
export function crowdedSizes(objects = OBJECTS): CrowdedSizes {
  if (!Number.isInteger(objects) || objects < 1) throw new RangeError(`${objects} is not a positive integer`);
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
