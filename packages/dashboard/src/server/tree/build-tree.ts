import type { KubernetesObject, OwnerReference } from '@kb/apimachinery';
import type { KindRef, ObjectRef, ServedKind, TreeNode, UnreadObjects } from '../../protocol/index.ts';
import { unreadObjects } from '../cluster/unread-objects.ts';
import { healthOf } from '../health/health-of.ts';
import { NOT_READ, verdict } from '../health/health-verdict.ts';
import type { ObjectStates } from './object-states.ts';
import type { OwnerIndex } from './owner-index.ts';

/** What a tree is built from. */
export interface TreeParts {
  readonly ref: ObjectRef;
  readonly kinds: readonly ServedKind[];
  readonly index: Pick<OwnerIndex, 'ownedBy' | 'unread'>;
  readonly states: Pick<ObjectStates, 'read' | 'stateOf'>;
  readonly signal: AbortSignal;
}

/** A tree, with the uids of all objects in it. */
export interface BuiltTree {
  readonly roots: readonly TreeNode[];
  /** What may be missing. */
  readonly unread: readonly UnreadObjects[];
  readonly uids: ReadonlySet<string>;
}

const MAX_NODES = 500;
const MAX_DEPTH = 12;

interface Root {
  readonly ref: ObjectRef;
  readonly uid: string;
  readonly object: KubernetesObject | undefined;
  /** Why the object is not known. */
  readonly unread?: UnreadObjects | undefined;
}

/** Builds the trees of the topmost owners of an object, down to what they own. */
export async function buildTree(parts: TreeParts): Promise<BuiltTree> {
  const uids = new Set<string>();
  const object = await parts.states.read(parts.ref, parts.signal);
  const tops = await topsOf({ ref: parts.ref, uid: object?.metadata.uid ?? '', object }, parts, 0);
  const unique = [...new Map(tops.map((top) => [top.uid, top])).values()];
  const roots: TreeNode[] = [];
  for (const root of unique) roots.push(await rootNode(root, parts, uids));
  const unread = [...unique.flatMap((top) => top.unread ?? []), ...parts.index.unread()];
  return { roots, unread, uids };
}

/** The owners of an object that have no owners themselves; the object itself if it has none. */
async function topsOf(from: Root, parts: TreeParts, depth: number): Promise<Root[]> {
  const owners = from.object?.metadata.ownerReferences ?? [];
  if (owners.length === 0 || depth >= MAX_DEPTH) return [from];
  const tops: Root[] = [];
  for (const owner of owners) {
    const kind = kindOfOwner(owner, parts.kinds);
    if (kind === undefined) continue;
    const namespace = kind.namespaced ? from.object?.metadata.namespace : undefined;
    const ref = { kind, name: owner.name, ...(namespace !== undefined && { namespace }) };
    let unread: UnreadObjects | undefined;
    const object = await parts.states.read(ref, parts.signal).catch((error: unknown) => {
      unread = unreadObjects({ verb: 'get', kind, namespace }, error);
      return undefined;
    });
    // An object of the same name that came later is not the owner.
    const own = object?.metadata.uid === owner.uid ? object : undefined;
    tops.push(...(await topsOf({ ref, uid: owner.uid, object: own, unread }, parts, depth + 1)));
  }
  return tops.length === 0 ? [from] : tops;
}

function kindOfOwner({ apiVersion, kind }: OwnerReference, kinds: readonly ServedKind[]): KindRef | undefined {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const found = kinds.find((each) => each.group === group && each.kind === kind);
  return found && refOf(found);
}

async function rootNode({ ref, uid, object, unread }: Root, parts: TreeParts, uids: Set<string>): Promise<TreeNode> {
  uids.add(uid);
  const state = object ? healthOf(ref.kind, object) : verdict('unknown', unread ? NOT_READ : 'does not exist');
  const children = await childrenOf(uid, parts, uids, 1);
  return { ref, uid, ...state, missing: object === undefined && unread === undefined, children };
}

async function childrenOf(uid: string, parts: TreeParts, uids: Set<string>, depth: number): Promise<TreeNode[]> {
  if (depth > MAX_DEPTH) return [];
  const nodes: TreeNode[] = [];
  const owned = parts.index.ownedBy(uid).toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  for (const { kind, metadata } of owned) {
    if (uids.size >= MAX_NODES) break;
    // Owners in a circle.
    if (uids.has(metadata.uid)) continue;
    uids.add(metadata.uid);
    const { name, namespace } = metadata;
    const ref = { kind: refOf(kind), name, ...(namespace !== undefined && { namespace }) };
    const state = await parts.states.stateOf(kind, metadata, parts.signal);
    const children = await childrenOf(metadata.uid, parts, uids, depth + 1);
    nodes.push({ ref, uid: metadata.uid, ...state, missing: false, children });
  }
  return nodes;
}

const sortKey = ({ kind, metadata }: { kind: KindRef; metadata: KubernetesObject['metadata'] }): string =>
  `${kind.kind}/${metadata.name}`;

function refOf({ group, version, kind, resource, namespaced }: KindRef): KindRef {
  return { group, version, kind, resource, namespaced };
}
