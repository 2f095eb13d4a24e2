import type { Sequence, Step } from '../../sequence.ts';
import { del, get, mergePatch, post, put } from '../../steps.ts';

/** What a sequence needs to know of a kind to create, read, change and delete objects of it. */
export interface Life {
  /** The sequence's name. */
  readonly kind: string;
  /** The path of the kind's objects. */
  readonly path: string;
  /** True: the kind is cluster-scoped, and names must be unique across sequences. */
  readonly cluster?: boolean;
  /** The smallest valid object, without a name. Default: nothing but a name. */
  readonly minimal?: object;
  /** An object with as many fields as possible, without a name. */
  readonly full: object;
  /** A merge patch that changes the desired state. */
  readonly change: object;
  /** What replaces the minimal object after the change. Default: the minimal object. */
  readonly replacement?: object;
  /** What is written into the status. Absent: the kind has none. */
  readonly status?: object;
  /** The kind has a scale subresource. */
  readonly scale?: boolean;
}

/** Returns the sequence of a kind: a minimal and a full object are created, read, changed, scaled and deleted. */
export function lifeOf({
  kind,
  path,
  cluster = false,
  minimal = {},
  full,
  change,
  replacement = minimal,
  status,
  scale,
}: Life): Sequence {
  const named = (name: string, content: object, metadata: object = {}): object => ({
    ...content,
    metadata: { name: nameOf(name), ...('metadata' in content ? (content.metadata as object) : {}), ...metadata },
  });
  const nameOf = (name: string): string => (cluster ? `\${NS}-${name}` : name);
  const at = (name: string): string => `${path}/${nameOf(name)}`;
  const one = at('one');
  const owners = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'o' }];
  const touched = { labels: { s: 's' }, annotations: { t: 't' }, finalizers: ['a.b/s'], ownerReferences: owners };
  const ofStatus: Step[] =
    status === undefined
      ? [get(`${one}/status`)]
      : [
          mergePatch(one, { status }),
          mergePatch(`${one}/status`, { ...change, metadata: touched, status }),
          mergePatch(`${one}/status?dryRun=All`, { metadata: { finalizers: ['bare', 'a b'], labels: { 'a b': '' } } }),
          get(`${one}/status`, { save: { rv: 'metadata.resourceVersion' } }),
          put(`${one}/status`, named('one', { ...replacement, status }, { resourceVersion: '${rv}' })),
          get(one),
        ];
  const ofScale: Step[] = scale
    ? [
        get(`${one}/scale`),
        mergePatch(`${one}/scale`, { spec: { replicas: 7 } }),
        put(`${one}/scale`, { metadata: { name: nameOf('one') }, spec: { replicas: 2 } }),
        get(one),
      ]
    : [get(`${one}/scale`)];
  return {
    name: kind,
    steps: [
      post(path, named('one', minimal)),
      post(path, named('two', full)),
      get(at('two')),
      mergePatch(one, { metadata: { labels: { a: 'b' } } }),
      mergePatch(one, { metadata: { annotations: { a: 'b' } } }),
      mergePatch(one, change),
      put(one, named('one', replacement)),
      get(one, { save: { rv: 'metadata.resourceVersion' } }),
      put(one, named('one', replacement, { resourceVersion: '${rv}' })),
      put(one, named('one', replacement)),
      put(one, named('one', replacement, { uid: 'bad' })),
      mergePatch(one, { metadata: { finalizers: ['a b'] } }),
      mergePatch(one, { metadata: { finalizers: ['orphan', 'foregroundDeletion'] } }),
      mergePatch(one, { metadata: { finalizers: null } }, { quiet: true }),
      ...ofStatus,
      ...ofScale,
      put(`${at('three')}?dryRun=All`, named('three', minimal)),
      put(at('three'), named('three', minimal, { resourceVersion: '5' })),
      mergePatch(at('two'), { metadata: { finalizers: ['a.b/c'] } }),
      del(at('two')),
      mergePatch(at('two'), { metadata: { finalizers: null } }),
      mergePatch(one, { metadata: { finalizers: null, ownerReferences: null } }, { quiet: true }),
      del(`${one}?dryRun=All`),
      del(one),
      get(one),
    ],
  };
}

/** Returns the path of a namespaced resource. */
export const inNamespace = (groupVersion: string, plural: string): string =>
  `/${groupVersion === 'v1' ? 'api' : 'apis'}/${groupVersion}/namespaces/\${NS}/${plural}`;
