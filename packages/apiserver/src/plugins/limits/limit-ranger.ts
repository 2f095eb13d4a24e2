import type { JsonObject } from '@kb/apimachinery';
import { compareUtf8 } from '@kb/apimachinery/codec';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { type ApiObject, ensureObject, type FrozenObject, objectsIn, own } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { forbid } from '../shared/forbid.ts';
import { brokenLimits } from './broken-limits.ts';

const ANNOTATION = 'kubernetes.io/limit-ranger';

/**
 * LimitRanger: gives containers the default requests and limits of their namespace, and refuses Pods and claims that
 * exceed its limits. A Pod is judged when it is created and when it is resized.
 */
export function limitRanger({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const ranges = store.collection('limitranges');
  const rangesFor = ({ namespace, operation, resource, subresource, old }: WriteAttributes): Iterable<FrozenObject> => {
    // What a Pod requests changes only when it is resized.
    const isUnchanged = operation === 'UPDATE' && resource.plural === 'pods' && subresource === undefined;
    if (isUnchanged || old?.metadata.deletionTimestamp !== undefined || ranges.size === 0) return [];
    return [...ranges.walk({ namespace })].map(({ object }) => object);
  };
  return {
    name: 'LimitRanger',
    resources: ['pods', 'pods/resize', 'persistentvolumeclaims'],
    mutate: (write) => {
      if (write.resource.plural !== 'pods') return;
      for (const range of rangesFor(write)) setDefaults(write.object, range);
    },
    validate: (write) => {
      for (const range of rangesFor(write)) {
        const problems = [
          ...new Set(brokenLimits(write.object, write.resource.plural, objectsIn(own(range.spec, 'limits')))),
        ];
        if (problems.length > 0) forbid(write, problems.length === 1 ? problems.join() : `[${problems.join(', ')}]`);
      }
    },
  };
}

/** Sets the defaults of a range in the containers without such requests or limits, and says so in an annotation. */
function setDefaults(pod: ApiObject, range: FrozenObject): void {
  const [requests, limits]: [JsonObject, JsonObject] = [{}, {}];
  for (const limit of objectsIn(own(range.spec, 'limits'))) {
    if (limit.type !== 'Container') continue;
    Object.assign(requests, limit.defaultRequest);
    Object.assign(limits, limit.default);
  }
  const notes = (['containers', 'initContainers'] as const).flatMap((list) =>
    objectsIn(own(pod.spec, list)).flatMap((container) => {
      const title = `${list === 'containers' ? 'container' : 'init container'} ${scalarText(container.name)}`;
      return [noteOf(container, 'requests', requests, title), noteOf(container, 'limits', limits, title)];
    }),
  );
  const told = notes.filter((note) => note !== undefined);
  if (told.length === 0) return;
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [ANNOTATION]: `LimitRanger plugin set: ${told.join('; ')}`,
  };
}

/** Sets the missing requests or limits of a container, and returns what the annotation says about it. */
function noteOf(
  container: JsonObject,
  part: 'requests' | 'limits',
  defaults: JsonObject,
  title: string,
): string | undefined {
  const present = own(container.resources, part);
  const missing = Object.entries(defaults).filter(([name]) => own(present, name) === undefined);
  if (missing.length === 0) return undefined;
  Object.assign(ensureObject(ensureObject(container, 'resources'), part), Object.fromEntries(missing));
  const names = missing.map(([name]) => name).sort(compareUtf8);
  return `${names.join(', ')} ${part === 'requests' ? 'request' : 'limit'} for ${title}`;
}
