import { type FrozenObject, at, objectsIn, own, stringOf } from '../../objects/api-object.ts';
import type { Store } from '../../storage/store.ts';
import type { StoredObject } from '../../storage/stored-object.ts';

/** What the Pods of each node refer to. It follows the stored Pods. */
export interface PodReferences {
  /** Whether a Pod of a node is this object, or refers to it. `plural`: such as `secrets`. */
  readonly has: (node: string, plural: string, namespace: string, name: string) => boolean;
}

/** The Pods on a node that refer to an object, by object and by node. */
type Counts = Map<string, Map<string, number>>;

interface Known {
  readonly node: string;
  readonly uid: string | undefined;
  readonly ephemeral: number;
  readonly objects: ReadonlySet<string>;
}

/** Creates the index; the store has no Pods yet. */
export function createPodReferences(store: Store): PodReferences {
  const counts: Counts = new Map();
  const known = new Map<string, Known>();
  const count = ({ node, objects }: Known, by: 1 | -1): void => {
    for (const object of objects) {
      const byNode = counts.get(object) ?? new Map<string, number>();
      const left = (byNode.get(node) ?? 0) + by;
      if (left > 0) counts.set(object, byNode.set(node, left));
      else byNode.delete(node);
      if (byNode.size === 0) counts.delete(object);
    }
  };
  store.collection('pods').subscribe(({ type, current }) => {
    const key = `${current.namespace}/${current.name}`;
    const before = known.get(key);
    if (type === 'DELETED') {
      if (before) count(before, -1);
      known.delete(key);
      return;
    }
    const { spec, metadata } = current.object;
    const node = stringOf(own(spec, 'nodeName'));
    const ephemeral = objectsIn(own(spec, 'ephemeralContainers')).length;
    // Nothing else can change what a Pod refers to.
    if (node === '' || (before && before.uid === metadata.uid && before.ephemeral === ephemeral)) return;
    if (before) count(before, -1);
    const now = { node, uid: metadata.uid, ephemeral, objects: objectsOf(current) };
    known.set(key, now);
    count(now, 1);
  });
  return {
    has: (node, plural, namespace, name) => counts.get(idOf(plural, namespace, name))?.has(node) === true,
  };
}

const idOf = (plural: string, namespace: string, name: string): string => `${plural} ${namespace}/${name}`;

const MIRROR = 'kubernetes.io/config.mirror';

/** The ids of a Pod and of the objects that it refers to. */
function objectsOf({ namespace, name, object }: StoredObject): Set<string> {
  const { metadata, spec } = object;
  const ids = new Set([idOf('pods', namespace, name)]);
  // A node creates these itself, and must not give itself permissions by them.
  if (metadata.annotations?.[MIRROR] !== undefined) return ids;
  const add = (plural: string, referred: unknown): void => {
    if (stringOf(referred) !== '') ids.add(idOf(plural, namespace, stringOf(referred)));
  };
  add('serviceaccounts', own(spec, 'serviceAccountName'));
  for (const secret of objectsIn(own(spec, 'imagePullSecrets'))) add('secrets', secret.name);
  for (const container of containersOf(object)) {
    for (const { valueFrom } of objectsIn(container.env)) {
      add('secrets', at(valueFrom, 'secretKeyRef', 'name'));
      add('configmaps', at(valueFrom, 'configMapKeyRef', 'name'));
    }
    for (const source of objectsIn(container.envFrom)) {
      add('secrets', at(source, 'secretRef', 'name'));
      add('configmaps', at(source, 'configMapRef', 'name'));
    }
  }
  for (const volume of objectsIn(own(spec, 'volumes'))) {
    add('secrets', at(volume, 'secret', 'secretName') ?? at(volume, 'azureFile', 'secretName'));
    for (const source of secretSources) add('secrets', at(volume, source, 'secretRef', 'name'));
    add('secrets', at(volume, 'csi', 'nodePublishSecretRef', 'name'));
    add('configmaps', at(volume, 'configMap', 'name'));
    for (const source of objectsIn(at(volume, 'projected', 'sources'))) {
      add('secrets', at(source, 'secret', 'name'));
      add('configmaps', at(source, 'configMap', 'name'));
    }
    const claim = at(volume, 'persistentVolumeClaim', 'claimName');
    add('persistentvolumeclaims', volume.ephemeral ? `${name}-${stringOf(volume.name)}` : claim);
  }
  return ids;
}

const secretSources = ['cephfs', 'cinder', 'flexVolume', 'iscsi', 'rbd', 'scaleIO', 'storageos'];

function containersOf({ spec }: FrozenObject): ReturnType<typeof objectsIn> {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) => objectsIn(own(spec, list)));
}
